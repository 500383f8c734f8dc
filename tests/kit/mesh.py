"""A closed surface of triangles, as OpenSCAD writes it (ASCII STL), and what can be measured on it."""
import collections
import math


class Mesh:
    def __init__(self, path):
        self.triangles = []
        corners = []
        for line in open(path):
            words = line.split()
            if words[:1] == ['vertex']:
                corners.append(tuple(float(word) for word in words[1:]))
                if len(corners) == 3:
                    self.triangles.append(tuple(corners))
                    corners = []

    def open_edges(self):
        """How many edges do not have exactly one triangle on either side, in opposite directions."""
        edges = collections.Counter((t[i], t[(i + 1) % 3]) for t in self.triangles for i in range(3))
        return sum(1 for (a, b), n in edges.items() if n != 1 or edges.get((b, a), 0) != 1)

    def volume(self):
        return sum(a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
                   for a, b, c in self.triangles) / 6

    def box(self):
        """The least and the greatest coordinates."""
        points = [p for t in self.triangles for p in t]
        return tuple(map(min, zip(*points))), tuple(map(max, zip(*points)))

    def size(self):
        least, most = self.box()
        return tuple(b - a for a, b in zip(least, most))

    def floors(self):
        """{height: area} of the horizontal faces that look up."""
        areas = collections.defaultdict(float)
        for a, b, c in self.triangles:
            twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            if max(a[2], b[2], c[2]) - min(a[2], b[2], c[2]) < 1e-4 and twice > 0:
                areas[round(a[2], 3)] += twice / 2
        return {height: area for height, area in areas.items() if area > 0.01}

    def cuts(self, height, axis=2):
        """The outlines where a plane cuts the surface, which should not go through a vertex; holes have a negative area."""
        after = {}
        for triangle in self.triangles:
            crossing = {}
            for i in range(3):
                a, b = triangle[i], triangle[(i + 1) % 3]
                if (a[axis] < height) != (b[axis] < height):
                    low, high = sorted((a, b)) # so that the neighbour finds the same point
                    part = (height - low[axis]) / (high[axis] - low[axis])
                    point = tuple(low[k] + part * (high[k] - low[k]) for k in ((axis + 1) % 3, (axis + 2) % 3))
                    crossing['down' if a[axis] >= height else 'up'] = tuple(round(x, 5) for x in point)
            if crossing and crossing['down'] != crossing['up']:
                after[crossing['down']] = crossing['up']
        outlines = []
        while after:
            start = point = next(iter(after))
            outline = []
            while point in after:
                outline.append(point)
                point = after.pop(point)
            if point != start:
                raise ValueError(f'the cut at {height} is not closed')
            outlines.append(Outline(outline))
        return outlines


class Outline:
    """A closed line in a plane: outside turned left, a hole turned right."""

    def __init__(self, points):
        self.points = points
        xs, ys = zip(*points)
        self.least, self.most = (min(xs), min(ys)), (max(xs), max(ys))
        self.size = (max(xs) - min(xs), max(ys) - min(ys))
        self.middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
        self.area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1])) / 2

    def across(self, middle=None):
        """The diameter of the largest circle around a middle that does not cross the line."""
        x, y = middle or self.middle
        return 2 * min(_distance(x, y, a, b) for a, b in zip(self.points, self.points[1:] + self.points[:1]))

    def apart(self, other):
        """The least distance to another outline: the wall between them."""
        return min(_distance(*p, a, b) for one, two in ((self, other), (other, self)) for p in one.points
                   for a, b in zip(two.points, two.points[1:] + two.points[:1]))


def _distance(x, y, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    part = max(0, min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) if length else 0
    return math.hypot(x - a[0] - part * dx, y - a[1] - part * dy)
