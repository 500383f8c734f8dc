"""Finds tracks on two layers: one connection after the other by the cheapest way over a grid.

A connection that finds no way goes across others, which are taken up and laid again afterwards; each time that happens to one
it costs more to cross. Nothing here is random: the same board gets the same tracks.
"""
import heapq
import math

STEP = 0.635
CLEARANCE = 0.21
VIA, VIA_DRILL = 0.8, 0.4
VIA_COST, WRONG_WAY, TURN = 9.0, 0.9, 0.3
EDGE = 0.6


def on_grid(value):
    return abs(value / STEP - round(value / STEP)) < 1e-6


class Copper:
    """What is laid: for every width of track, which nets are within reach of each place."""

    def __init__(self, width, height, widths):
        self.nx, self.ny = int(width / STEP) + 1, int(height / STEP) + 1
        self.reach = {w: w / 2 + CLEARANCE for w in widths}
        self.reach['via'] = VIA / 2 + CLEARANCE
        size = self.nx * self.ny
        # 0: free, a net's number, or -1 for several; `fixed` counts pads and what is never taken up
        self.near = {w: ([0] * size, [0] * size) for w in self.reach}
        self.fixed = {w: ([0] * size, [0] * size) for w in self.reach}
        self.laid = {w: ({}, {}) for w in self.reach} # place -> {net: pieces}
        for w, reach in self.reach.items():
            for i in range(size):
                x, y = i % self.nx * STEP, i // self.nx * STEP
                if min(x, y, width - x, height - y) < reach - CLEARANCE + EDGE:
                    for layer in (0, 1):
                        self.near[w][layer][i] = self.fixed[w][layer][i] = -1

    def places(self, reach, x1, y1, x2, y2):
        """Within reach of a straight piece with round ends."""
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        for iy in range(max(0, math.ceil((min(y1, y2) - reach) / STEP)), min(self.ny - 1, int((max(y1, y2) + reach) / STEP)) + 1):
            for ix in range(max(0, math.ceil((min(x1, x2) - reach) / STEP)), min(self.nx - 1, int((max(x1, x2) + reach) / STEP)) + 1):
                x, y = ix * STEP, iy * STEP
                t = 0 if not length else max(0, min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
                if (x - x1 - t * (x2 - x1)) ** 2 + (y - y1 - t * (y2 - y1)) ** 2 < reach * reach:
                    yield iy * self.nx + ix

    def put(self, net, layers, x1, y1, x2, y2, radius, fixed=True):
        for w, reach in self.reach.items():
            for i in self.places(radius + reach - 1e-6, x1, y1, x2, y2):
                for layer in layers:
                    for owners in (self.near, self.fixed) if fixed else (self.near,):
                        owner = owners[w][layer]
                        owner[i] = net if owner[i] in (0, net) else -1
                    if not fixed:
                        count = self.laid[w][layer].setdefault(i, {})
                        count[net] = count.get(net, 0) + 1

    def take(self, net, layers, x1, y1, x2, y2, radius):
        for w, reach in self.reach.items():
            for i in self.places(radius + reach - 1e-6, x1, y1, x2, y2):
                for layer in layers:
                    count = self.laid[w][layer][i]
                    count[net] -= 1
                    if not count[net]:
                        del count[net]
                    owners = set(count) | ({self.fixed[w][layer][i]} - {0})
                    self.near[w][layer][i] = 0 if not owners else -1 if len(owners) > 1 else owners.pop()


class Router:
    def __init__(self, width, height, pads, holes, widths):
        """`pads`: (ref, pin) -> (net, x, y, half width, half height, layers, square?); `holes`: (x, y, radius)"""
        self.size, self.pads, self.holes, self.widths = (width, height), pads, holes, widths
        self.names = sorted({pad[0] for pad in pads.values() if pad[0]})
        self.number = {net: i for i, net in enumerate(self.names, 1)}
        self.heavy_tree, self.good = {}, True

    def start(self):
        self.copper = Copper(*self.size, self.widths)
        self.pieces, self.tree, self.crossed = {}, {}, {}
        for net, x, y, hw, hh, layers, square in self.pads.values():
            number = self.number.get(net, -1)
            r, dx, dy = min(hw, hh), max(0, hw - hh), max(0, hh - hw)
            self.copper.put(number, layers, x - dx, y - dy, x + dx, y + dy, r)
            for side in (-1, 1) if square else ():
                self.copper.put(number, layers, x - hw, y + side * hh, x + hw, y + side * hh, 0)
                self.copper.put(number, layers, x + side * hw, y - hh, x + side * hw, y + hh, 0)
        for x, y, radius in self.holes:
            self.copper.put(-1, (0, 1), x, y, x, y, radius + 0.1)

    def run(self, heavy, jobs, most=600):
        """Jobs: (net, width, [(ref, pin)...]). What is heavy is laid first and for good."""
        self.start()
        self.good = True
        for job in heavy:
            if not self.lay(*job):
                print('no way for', *job, flush=True)
                return False
        self.good = False
        for w in [w for w in self.copper.reach if w != 'via' and w not in {width for _, width, _ in jobs}]:
            del self.copper.reach[w]
        queue, job_of = list(jobs), {job[0]: job for job in jobs}
        while queue and most:
            most -= 1
            if most % 25 == 0:
                print(f'{len(queue)} connections left', flush=True)
            job = queue.pop(0)
            ripped = self.lay(*job)
            if ripped is False:
                print('no way at all for', job[0], flush=True)
                return False
            for number in sorted(ripped if ripped is not True else ()):
                net = self.names[number - 1]
                self.crossed[number] = self.crossed.get(number, 0) + 1
                self.rip(net)
                if job_of[net] not in queue:
                    queue.append(job_of[net])
        print(f'{len(queue)} connections left', flush=True)
        return not queue

    def rip(self, net):
        for layers, x1, y1, x2, y2, radius, fixed, _ in [p for p in self.pieces.get(net, []) if not p[6]]:
            self.copper.take(self.number[net], layers, x1, y1, x2, y2, radius)
        self.pieces[net] = [p for p in self.pieces.get(net, []) if p[6]]
        self.tree[net] = set(self.heavy_tree.get(net, ()))

    def lay(self, net, width, pins):
        """True if there was a way, False if there is none at all, or which nets had to be crossed."""
        tree = self.tree.setdefault(net, set())
        todo = list(pins)
        if not tree:
            tree |= self.nodes_of(todo.pop(0))
        over = set()
        todo.sort(key=lambda pin: min(self.far(node, pin) for node in tree))
        while todo:
            goals = {}
            for pin in todo:
                for node in self.nodes_of(pin):
                    goals[node] = pin
            path = self.search(self.number[net], width, tree, goals)
            if path is None and not self.good:
                path = self.search(self.number[net], width, tree, goals, across=True)
                over |= self.crossed_by(self.number[net], width, path or ())
            if path is None:
                return False
            self.keep(net, width, path, goals[path[-1]])
            tree |= set(path) | self.nodes_of(goals[path[-1]])
            todo.remove(goals[path[-1]])
        if self.good:
            self.heavy_tree[net] = set(tree)
        return over or True

    def crossed_by(self, net, width, path):
        nets = set()
        for a, b in zip(path, [*path[1:], None]):
            for w in (width, 'via') if b is not None and a >> 1 == b >> 1 else (width,):
                for layer in (0, 1) if w == 'via' else (a & 1,):
                    nets |= set(self.copper.laid[w][layer].get(a >> 1, ()))
            if b is not None and a >> 1 == b >> 1:
                nets |= set(self.copper.laid['via'][0].get(a >> 1, ())) | set(self.copper.laid['via'][1].get(a >> 1, ()))
        return nets - {net}

    def far(self, node, pin):
        i = node >> 1
        return abs(i % self.copper.nx * STEP - self.pads[pin][1]) + abs(i // self.copper.nx * STEP - self.pads[pin][2])

    def nodes_of(self, pin):
        """The places of the grid from which a straight piece to the pad's middle stays on the pad."""
        _, x, y, hw, hh, layers, _ = self.pads[pin]
        if on_grid(x) and on_grid(y):
            return {(round(y / STEP) * self.copper.nx + round(x / STEP)) * 2 + layer for layer in layers}
        out = set()
        for iy in range(math.ceil((y - hh) / STEP), int((y + hh) / STEP) + 1):
            for ix in range(math.ceil((x - hw) / STEP), int((x + hw) / STEP) + 1):
                if math.hypot((ix * STEP - x) / hw, (iy * STEP - y) / hh) <= 0.55:
                    out |= {(iy * self.copper.nx + ix) * 2 + layer for layer in layers}
        return out

    def search(self, net, width, sources, goals, across=False):
        owners, laid = self.copper.fixed if across else self.copper.near, self.copper.laid
        nx, near, via = self.copper.nx, owners[width], owners['via']
        spots = [((node >> 1) % nx, (node >> 1) // nx) for node in goals]
        x1, x2 = min(x for x, _ in spots), max(x for x, _ in spots)
        y1, y2 = min(y for _, y in spots), max(y for _, y in spots)

        def guess(node):
            x, y = (node >> 1) % nx, (node >> 1) // nx
            return max(x1 - x, 0, x - x2) + max(y1 - y, 0, y - y2)

        sources = [node for node in sources if near[node & 1][node >> 1] in (0, net)]
        cost = {(node, 0): 0 for node in sources}
        came = {}
        heap = [(guess(node), node, 0) for node in sorted(sources)]
        heapq.heapify(heap)
        moves = ((1, 1, 0), (-1, 1, 0), (nx, 2, 1), (-nx, 2, 1)) # step, direction, the layer it is meant for
        while heap:
            _, node, way = heapq.heappop(heap)
            here = cost[node, way]
            if node in goals:
                path = [node]
                while (node, way) in came:
                    node, way = came[node, way]
                    path.append(node)
                return path[::-1]
            if (node, way, 'done') in came:
                continue
            came[node, way, 'done'] = None
            i, layer = node >> 1, node & 1
            for step, direction, meant in moves:
                j = i + step
                if near[layer][j] not in (0, net):
                    continue
                toll = self.toll(net, laid[width][layer].get(j)) if across else 0
                new = here + toll + 1 + (WRONG_WAY if meant != layer else 0) + (TURN if way and way != direction else 0)
                self.offer(cost, came, heap, guess, (node, way), (j * 2 + layer, direction), new)
            if via[0][i] in (0, net) and via[1][i] in (0, net) and near[1 - layer][i] in (0, net):
                toll = sum(self.toll(net, laid['via'][side].get(i)) for side in (0, 1)) if across else 0
                self.offer(cost, came, heap, guess, (node, way), (node ^ 1, 0), here + VIA_COST + toll)
        return None

    def toll(self, net, laid):
        return sum(5 + 6 * self.crossed.get(other, 0) for other in laid if other != net) if laid else 0

    @staticmethod
    def offer(cost, came, heap, guess, origin, state, new):
        if new < cost.get(state, 1e9):
            cost[state] = new
            came[state] = origin
            heapq.heappush(heap, (new + guess(state[0]), state[0], state[1]))

    def keep(self, net, width, path, goal):
        nx = self.copper.nx
        place = lambda node: (round((node >> 1) % nx * STEP, 4), round((node >> 1) // nx * STEP, 4))
        for a, b in zip(path, path[1:]):
            if a >> 1 == b >> 1:
                on_pad = any(a in self.nodes_of(pin) for pin, pad in self.pads.items() if pad[0] == net and len(pad[5]) == 2)
                if not on_pad:
                    self.lay_piece(net, (0, 1), *place(a), *place(a), VIA / 2, None)
        runs, start = [], path[0]
        for a, b, c in zip(path, path[1:], path[2:] + [None]):
            if c is None or (c >> 1) - (b >> 1) != (b >> 1) - (a >> 1) or a & 1 != b & 1:
                runs.append((start, b))
                start = b
        ends = [self.pad_under(net, path[0]), goal]
        for a, b in runs:
            if a >> 1 != b >> 1:
                self.add(net, a & 1, width, *place(a), *place(b))
        for node, pin in zip((path[0], path[-1]), ends):
            if pin:
                self.add(net, node & 1, width, *place(node), *self.pads[pin][1:3])

    def pad_under(self, net, node):
        return next((pin for pin, pad in self.pads.items() if pad[0] == net and node in self.nodes_of(pin)), None)

    def add(self, net, layer, width, x1, y1, x2, y2):
        if math.hypot(x2 - x1, y2 - y1) > 1e-6:
            self.lay_piece(net, (layer,), x1, y1, x2, y2, width / 2, width)

    def lay_piece(self, net, layers, x1, y1, x2, y2, radius, width):
        self.pieces.setdefault(net, []).append((layers, x1, y1, x2, y2, radius, self.good, width))
        self.copper.put(self.number[net], layers, x1, y1, x2, y2, radius, fixed=self.good)

    def result(self):
        """net, layer, width, from, to; and net, 'via', at"""
        for net in self.names:
            for layers, x1, y1, x2, y2, _, _, width in self.pieces.get(net, []):
                yield (net, 'via', x1, y1) if width is None else (net, 'FB'[layers[0]], width, x1, y1, x2, y2)
