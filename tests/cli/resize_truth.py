"""Pictures of other sizes, judged without the library: sets (SHPI) and families (wwww) are read here.

    moved OLD NEW [PATH=WxH...]   NEW is OLD laid out again: these bitmaps have these sizes, and every other block, its
                                  place in the directory and what is attached to it are as before. PATH=pixels: the
                                  bitmap has its size, but its pixels may be others.
    large OUT.png WxH             a PNG of one colour
    copy OLD NEW FROM TO          a set whose directory line TO leads 8 bytes into the block of line FROM
"""
import struct
import sys

from palette_truth import write_png

BITS = {0x7B: 8, 0x78: 16, 0x7E: 16, 0x6D: 16, 0x7F: 24, 0x7D: 32, 0x7A: 4, 0x79: 4, 0x40: 4}
PALETTES = {0x22: 24, 0x24: 24, 0x29: 16, 0x2A: 32, 0x2D: 16}


def u32(data, at):
    return struct.unpack_from("<I", data, at)[0]


def fail(text):
    sys.exit(text)


def alignment(offsets):
    together = 16
    for offset in offsets:
        together |= offset
    return together & -together


def children(data, at, end):
    """(number, begin, end) of each child of a family, in the order of the file."""
    offsets = [at + u32(data, at + 8 + 4 * i) for i in range(u32(data, at + 4))]
    order = sorted(range(len(offsets)), key=lambda i: offsets[i])
    ends = [offsets[i] for i in order[1:]] + [end]
    return [(i, offsets[i], stop) for i, stop in zip(order, ends)]


class Set:
    def __init__(self, data, at):
        self.data, self.at, self.length = data, at, u32(data, at + 4)
        count = u32(data, at + 8)
        self.lines = [(data[at + 16 + 8 * i:at + 20 + 8 * i], u32(data, at + 20 + 8 * i)) for i in range(count)]
        self.directory_end = 16 + 8 * count
        # from a block to the one attached to it
        self.links = {}
        for _, offset in self.lines:
            self.follow(offset)
        self.starts = sorted({offset for _, offset in self.lines} | set(self.links.values()))

    def follow(self, offset):
        while offset not in self.links:
            code, low, middle, high = self.data[self.at + offset:self.at + offset + 4]
            distance = int.from_bytes(bytes((low, middle, high)), "little", signed=True)
            if distance == 0 or not 16 <= offset + distance <= self.length - 4:
                return
            self.links[offset] = offset + distance
            offset += distance

    def bytes_at(self, offset, size):
        return self.data[self.at + offset:self.at + offset + size]

    def size(self, offset):
        """Bytes of a block, by its own header or up to the next."""
        code, (width, height) = self.data[self.at + offset] & 0x7F, self.shape(offset)
        if code in BITS:
            return 16 + (width * BITS[code] + 7) // 8 * height
        if code in PALETTES:
            return 16 + (width * PALETTES[code] + 7) // 8
        if code == 0x7C:
            return 8 + 8 * u32(self.data, self.at + offset + 4)
        return self.end(offset) - offset

    def end(self, offset):
        return min([start for start in self.starts if start > offset] + [self.length])

    def alignment(self):
        """What blocks after filling begin at multiples of; without filling in the set, 1."""
        filled = [self.end(at) for at in self.starts if 0 < self.end(at) - at - self.size(at) < 16]
        return alignment(self.starts) if any(end < self.length for end in filled) else 1

    def shape(self, offset):
        return struct.unpack_from("<HH", self.data, self.at + offset + 4)


def pair_up(old, new, path):
    """Where each block of the old set is in the new one."""
    if old.bytes_at(8, 8) != new.bytes_at(8, 8) or [n for n, _ in old.lines] != [n for n, _ in new.lines]:
        fail(f"{path}: another directory")
    pairs = {}
    def pair(a, b):
        if pairs.setdefault(a, b) != b:
            fail(f"{path}: the block at {a} is at {b} and at {pairs[a]}")
    for (_, a), (_, b) in zip(old.lines, new.lines):
        pair(a, b)
        while a in old.links:
            if b not in new.links:
                fail(f"{path}: what was attached to {a} is lost")
            if old.links[a] in pairs and pairs[old.links[a]] == new.links[b]:
                break
            a, b = old.links[a], new.links[b]
            pair(a, b)
    if [pairs[start] for start in old.starts] != sorted(pairs.values()):
        fail(f"{path}: blocks in another order")
    return pairs


def compare_block(old, new, a, b, wanted, path):
    code = old.data[old.at + a] & 0x7F
    size = old.size(a)
    if wanted == "pixels" or wanted is None:
        kept = 16 if wanted else size
        if old.bytes_at(a, 1) != new.bytes_at(b, 1) or old.bytes_at(a + 4, kept - 4) != new.bytes_at(b + 4, kept - 4):
            fail(f"{path}: the block at {a} is not as before")
    elif code not in BITS or new.shape(b) != wanted or old.bytes_at(a + 8, 8) != new.bytes_at(b + 8, 8) or \
            old.bytes_at(a, 1) != new.bytes_at(b, 1):
        fail(f"{path}: the header at {b} is wrong: {new.shape(b)}")
    if a not in old.links and old.bytes_at(a + 1, 3) != new.bytes_at(b + 1, 3):
        fail(f"{path}: the distance at {b} has changed")
    # what follows
    before, after = old.end(a) - a - size, new.end(b) - b - new.size(b)
    step = old.alignment()
    if after < 0 or (before < step and after >= step and after != before) or (before >= step and after < before):
        fail(f"{path}: {after} bytes follow the block at {b}, {before} before")
    if any(new.bytes_at(b + new.size(b), after)[k] not in (0, *old.bytes_at(a + size, before)[k:k + 1])
           for k in range(after)):
        fail(f"{path}: the bytes after the block at {b} are wrong")


def compare_set(old, new, path, sizes, used):
    pairs = pair_up(old, new, path)
    names = {}
    for name, offset in old.lines:
        names.setdefault(offset, []).append(path + name.decode("latin-1"))
    for a, b in pairs.items():
        known = [name for name in names.get(a, []) if name in sizes]
        used.update(known)
        compare_block(old, new, a, b, sizes[known[0]] if known else None, path)
    step = old.alignment()
    if any(start % step for start in new.starts):
        fail(f"{path}: blocks were at multiples of {step}")
    first = min(old.starts, default=old.length)
    if old.bytes_at(old.directory_end, first - old.directory_end) != \
            new.bytes_at(new.directory_end, min(new.starts, default=new.length) - new.directory_end):
        fail(f"{path}: bytes before the first block have changed")


def compare(old, new, old_at, new_at, old_end, new_end, path, sizes, used):
    tag = old[old_at:old_at + 4]
    if tag != new[new_at:new_at + 4]:
        fail(f"{path}: another container")
    if tag == b"wwww":
        ours, theirs = children(old, old_at, old_end), children(new, new_at, new_end)
        if [n for n, _, _ in ours] != [n for n, _, _ in theirs]:
            fail(f"{path}: children in another order")
        step = alignment([4] + [begin for _, begin, _ in ours])
        for (number, a, a_end), (_, b, b_end) in zip(ours, theirs):
            if b % step:
                fail(f"{path}{number}: not at a multiple of {step}")
            compare(old, new, a, b, a_end, b_end, f"{path}{number}/", sizes, used)
    elif tag == b"SHPI":
        a, b = Set(old, old_at), Set(new, new_at)
        compare_set(a, b, path, sizes, used)
        before, after = old_end - old_at - a.length, new_end - new_at - b.length
        if after < 0 or (after >= 16 and after != before):
            fail(f"{path}: {after} bytes follow the set, {before} before")
    elif old[old_at:old_end] != new[new_at:new_end]:
        fail(f"{path}: changed")


def moved(old, new, *changes):
    sizes, used = {}, set()
    for change in changes:
        path, size = change.rsplit("=", 1)
        sizes[path] = size if size == "pixels" else tuple(map(int, size.split("x")))
    old, new = open(old, "rb").read(), open(new, "rb").read()
    compare(old, new, 0, 0, len(old), len(new), "", sizes, used)
    if used != set(sizes):
        fail(f"no bitmap {', '.join(set(sizes) - used)}")


def large(path, size):
    width, height = map(int, size.split("x"))
    write_png(path, width, height, bytes((40, 80, 120, 255)) * (width * height))


def copy(old, new, source, target):
    data = bytearray(open(old, "rb").read())
    source, target = int(source), int(target)
    struct.pack_into("<I", data, 20 + 8 * target, u32(data, 20 + 8 * source) + 8)
    open(new, "wb").write(data)


if __name__ == "__main__":
    {"moved": moved, "large": large, "copy": copy}[sys.argv[1]](*sys.argv[2:])
