"""Damaged copies of a file: the same ones in every run."""

import random

WORDS = [b"\0\0", b"\1\0", b"\xff\xff", b"\xff\x7f", b"\0\x80", b"\0\0\0\0", b"\1\0\0\0", b"\xff\xff\xff\xff",
         b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\0\0\xc0\x7f", b"\0\0\x80\x7f", b"\0\0\x80\xff", b"\0\0\x80\x3f"]
HEAD = 1024


def place(dice, size):
    """Half of the changes hit the beginning of a file, where most is decided."""
    return dice.randrange(min(size, HEAD) if dice.random() < 0.5 else size)


def byte(dice, data):
    at = place(dice, len(data))
    old = data[at]
    new = dice.choice([0, 255, old ^ 1 << dice.randrange(8), old + 1 & 255, old - 1 & 255, dice.randrange(256)])
    return f"{at:#x}={new:02x}", data[:at] + bytes([new]) + data[at + 1:]


def field(dice, data):
    new = dice.choice(WORDS)
    at = place(dice, len(data)) // 2 * 2
    return f"{at:#x}={new.hex()}", data[:at] + new + data[at + len(new):]


def near(dice, data):
    """A number of 16 or 32 bits, one or a few more or less."""
    size = dice.choice([2, 4])
    at = place(dice, len(data)) // 2 * 2
    new = int.from_bytes(data[at:at + size], "little") + dice.choice([-4, -2, -1, 1, 2, 4])
    raw = (new % (1 << 8 * size)).to_bytes(size, "little")
    return f"{at:#x}={raw.hex()}", data[:at] + raw + data[at + size:]


def cut(dice, data):
    at = place(dice, len(data))
    return f"cut-{at:#x}", data[:at]


def longer(dice, data):
    more = dice.randbytes(dice.choice([1, 4, 64]))
    return f"more-{more.hex()[:8]}", data + more


def drop(dice, data):
    at, size = place(dice, len(data)), dice.choice([1, 4])
    return f"drop-{at:#x}+{size}", data[:at] + data[at + size:]


def double(dice, data):
    at, size = place(dice, len(data)), dice.choice([1, 4])
    return f"double-{at:#x}+{size}", data[:at + size] + data[at:]


KINDS = [byte] * 8 + [field] * 6 + [near] * 3 + [cut, drop, double]


def copies(name, data, count):
    """Label and bytes of each copy; none is the file itself."""
    dice, seen = random.Random(name), {data}
    for number in range(count):
        change = longer if number == 0 else dice.choice(KINDS)
        label, changed = change(dice, data)
        if changed not in seen:
            seen.add(changed)
            yield label, changed
