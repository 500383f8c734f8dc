"""What KiCad's files are written with: quoted text, numbers, names that are the same every time."""
import uuid

SPACE = uuid.UUID('2b1c5f0e-7a43-5d0c-9a55-6b1d3f0e9c21')


def name(*words):
    """A UUID that belongs to these words, so that a file that is made again is the same."""
    return str(uuid.uuid5(SPACE, '/'.join(str(word) for word in words)))


def quoted(text):
    return '"' + str(text).replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'


def number(value):
    text = f'{value:.4f}'.rstrip('0').rstrip('.')
    return '0' if text in ('-0', '') else text


def at(x, y, angle=None):
    return f'(at {number(x)} {number(y)}' + (f' {number(angle)})' if angle is not None else ')')


def read(text):
    """An S-expression as nested lists; strings without their quotes."""
    stack, i = [[]], 0
    while i < len(text):
        c = text[i]
        if c == '(':
            stack.append([])
        elif c == ')':
            done = stack.pop()
            stack[-1].append(done)
        elif c == '"':
            end = i + 1
            while text[end] != '"':
                end += 2 if text[end] == '\\' else 1
            stack[-1].append(text[i + 1:end].replace('\\"', '"').replace('\\\\', '\\'))
            i = end
        elif not c.isspace():
            end = i
            while text[end] not in '() \t\n':
                end += 1
            stack[-1].append(text[i:end])
            i = end - 1
        i += 1
    return stack[0][0]
