"""What follows from moved nodes of a track (TRI), computed from the bytes of the file alone."""
import math
import struct
import sys

NODES, SIZE = 0x98C, 36


def angle(turns):
    return math.floor(turns * 16384 / (2 * math.pi)) & 16383


def place(track, node):
    """x, y, z in steps of the file."""
    x, z, y = struct.unpack_from("<iii", track, NODES + node * SIZE + 8)
    return x, y, z


def directions(track, node):
    """Heading, slope and right vector of a node, in steps of the file: from its place, that of the next, its slant."""
    (x, y, z), (nx, ny, nz) = place(track, node), place(track, node + 1)
    heading, slope = angle(math.atan2(nx - x, ny - y)), angle(math.atan2(nz - z, math.hypot(nx - x, ny - y)))
    turned = heading * 2 * math.pi / 16384
    slant = struct.unpack_from("<H", track, NODES + node * SIZE + 22)[0] * 2 * math.pi / 16384
    right = (math.cos(turned) * math.cos(slant), -math.sin(slant), -math.sin(turned) * math.cos(slant))
    return heading, slope, [value * 32767 for value in right]


def follow(old, new, wanted, node):
    """Puts them into `wanted`; a right vector is that of `new` where it is the same within rounding."""
    at = NODES + node * SIZE
    heading, slope, right = directions(wanted, node)
    if heading != struct.unpack_from("<H", old, at + 24)[0] & 16383:
        for axis, value in enumerate(right):
            (found,) = struct.unpack_from("<h", new, at + 28 + 2 * axis)
            if abs(found - value) > 1.01:
                sys.exit(f"node {node}: right is {found}, not {value}")
            struct.pack_into("<h", wanted, at + 28 + 2 * axis, found)
    struct.pack_into("<H", wanted, at + 20, slope)
    struct.pack_into("<H", wanted, at + 24, heading)


def compare(old, new, wanted, moved):
    """`wanted` is `old` with the new places of the nodes that moved: then `new` is that and what follows, and no more."""
    if moved[0]:
        wanted[12:24] = wanted[NODES + 8:NODES + 20]
    for node in range(len(moved) - 1):
        if moved[node] or moved[node + 1]:
            follow(old, new, wanted, node)
    if len(new) != len(wanted):
        sys.exit("another size")
    for at in range(len(new)):
        if new[at] != wanted[at]:
            sys.exit(f"byte {at} (node {(at - NODES) // SIZE}, {(at - NODES) % SIZE}): {new[at]}, not {wanted[at]}")
    if bytes(new) == bytes(old):
        sys.exit("nothing was moved")
