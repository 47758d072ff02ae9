"""EA's packings: RefPack, Huffman with its sums, byte pairs (formats/refpack.md)."""

from little import Refused

REFPACK, HUFFMAN, SUM, SUM_TWICE, PAIRS = 0x10, 0x30, 0x32, 0x34, 0x46
NAMES = {REFPACK: "refpack", HUFFMAN: "huffman", SUM: "huffman-delta", SUM_TWICE: "huffman-delta2", PAIRS: "bytepair"}


def header(data):
    """Method, output size, where the stream begins; None where the bytes are not packed."""
    if len(data) < 5 or data[1] != 0xFB:
        return None
    method, wide, again = data[0] & 0x7E, 4 if data[0] & 0x80 else 3, data[0] & 1
    if method not in NAMES:
        return None
    at = 2 + wide * again
    if at + wide > len(data):
        raise Refused(len(data), "the header of the packing is cut")
    return method, int.from_bytes(data[at:at + wide], "big"), at + wide


def unpack(data):
    """The unpacked bytes and the method's name; the bytes themselves and None where they are not packed."""
    found = header(data)
    if found is None:
        return data, None
    method, size, at = found
    if method == REFPACK:
        out = refpack(data, at, size)
    elif method == PAIRS:
        out = byte_pairs(data, at, size)
    else:
        out = huffman(data, at, size)
        for _ in range({SUM: 1, SUM_TWICE: 2}.get(method, 0)):
            out = running_sum(out)
    if len(out) != size:
        raise Refused(len(data), f"{len(out)} bytes came out, the header says {size}")
    return bytes(out), NAMES[method]


def running_sum(raw):
    total, out = 0, bytearray()
    for byte in raw:
        total = total + byte & 255
        out.append(total)
    return out


def command(data, at):
    """Bytes of the command, literals, copy length, distance; a copy length of None stops."""
    first = data[at]
    size = 2 if first < 0x80 else 3 if first < 0xC0 else 4 if first < 0xE0 else 1
    if at + size > len(data):
        raise Refused(at, "the stream ends inside a command")
    b = data[at:at + size]
    if size == 2:
        return 2, first & 3, (first >> 2 & 7) + 3, ((first & 0x60) << 3) + b[1] + 1
    if size == 3:
        return 3, b[1] >> 6, (first & 0x3F) + 4, ((b[1] & 0x3F) << 8) + b[2] + 1
    if size == 4:
        return 4, first & 3, ((first & 0x0C) << 6) + b[3] + 5, ((first & 0x10) << 12) + (b[1] << 8) + b[2] + 1
    return (1, first & 3, None, 0) if first >= 0xFC else (1, ((first & 0x1F) + 1) * 4, 0, 0)


def copy(out, length, distance, at):
    if distance > len(out):
        raise Refused(at, "a copy from before the beginning")
    if distance >= length:
        out += out[len(out) - distance:len(out) - distance + length]
        return
    pattern = bytes(out[-distance:])
    out += (pattern * (length // distance + 1))[:length]


def refpack(data, at, limit):
    out = bytearray()
    while True:
        if at >= len(data):
            raise Refused(at, "the stream ends without a stop")
        size, literals, length, distance = command(data, at)
        if at + size + literals > len(data):
            raise Refused(at, "the stream ends inside literals")
        out += data[at + size:at + size + literals]
        at += size + literals
        if length is None:
            return out
        if length:
            copy(out, length, distance, at)
        if len(out) > limit:
            raise Refused(at, "more comes out than the header says")


class Bits:
    """Bits from the highest of each byte on."""

    def __init__(self, data, at):
        self.text = bin(int.from_bytes(b"\1" + data[at:], "big"))[3:]
        self.at, self.first = 0, at

    def bit(self):
        return self.number(1)

    def number(self, count):
        if self.at + count > len(self.text):
            raise Refused(self.first + len(self.text) // 8, "the stream ends")
        self.at += count
        return int(self.text[self.at - count:self.at], 2)

    def coded(self):
        """A number after as many zeros as it needs extra bits."""
        zeros = self.text.find("1", self.at) - self.at
        if zeros < 0 or zeros > 30:
            raise Refused(self.first + self.at // 8, "a number without an end")
        self.at += zeros + 1
        return self.number(zeros + 2) + (1 << zeros + 2) - 4


def code_lengths(bits):
    """How many codes there are of each length: until all codes are used up."""
    counts, first, used = [0], 0, 0
    while used != 0x10000:
        if len(counts) > 16:
            raise Refused(bits.first, "codes of more than 16 bits")
        count = bits.coded()
        first *= 2
        used = (first + count) << 16 - len(counts)
        if used > 0x10000:
            raise Refused(bits.first, "more codes than there is room for")
        first += count
        counts.append(count)
    return counts


def symbols(bits, count):
    """Each symbol is that many unused values after the one before."""
    if count > 256:
        raise Refused(bits.first, "more than 256 symbols")
    left, at, found = list(range(256)), 0, []
    for _ in range(count):
        at = (at + bits.coded()) % len(left)
        found.append(left.pop(at))
    return found


def code_table(bits):
    counts = code_lengths(bits)
    of_symbol = iter(symbols(bits, sum(counts)))
    codes, first = {}, 0
    for length, count in enumerate(counts[1:], 1):
        first *= 2
        for number in range(count):
            codes[format(first + number, f"0{length}b")] = next(of_symbol)
        first += count
    return codes


def huffman(data, at, limit):
    bits = Bits(data, at)
    escape = bits.number(8)
    codes, out = code_table(bits), bytearray()
    longest = max(map(len, codes))
    while True:
        for length in range(1, longest + 1):
            symbol = codes.get(bits.text[bits.at:bits.at + length])
            if symbol is not None:
                break
        else:
            raise Refused(at, "no code fits")
        if bits.at + length > len(bits.text):
            raise Refused(len(data), "the stream ends")
        bits.at += length
        if symbol != escape:
            out.append(symbol)
        elif not escaped(bits, out, limit):
            return out
        if len(out) > limit:
            raise Refused(at, "more comes out than the header says")


def escaped(bits, out, limit):
    """A run of the byte before, a literal, or the end (False)."""
    run = bits.coded()
    if run:
        if not out:
            raise Refused(bits.first, "a run of a byte before the first")
        if len(out) + run > limit:
            raise Refused(bits.first, "more comes out than the header says")
        out += bytes([out[-1]]) * run
        return True
    if bits.bit():
        return False
    out.append(bits.number(8))
    return True


def byte_pairs(data, at, limit):
    if at + 2 > len(data) or at + 2 + 3 * data[at + 1] > len(data):
        raise Refused(len(data), "the pairs end behind the file")
    escape, count = data[at], data[at + 1]
    pairs = {data[n]: (data[n + 1], data[n + 2]) for n in range(at + 2, at + 2 + 3 * count, 3)}
    whole = {}
    out, at = bytearray(), at + 2 + 3 * count
    while True:
        if at >= len(data):
            raise Refused(at, "the stream ends")
        byte = data[at]
        if byte == escape:
            if at + 1 >= len(data):
                raise Refused(at, "the stream ends")
            if data[at + 1] == 0:
                return out
            out.append(data[at + 1])
            at += 1
        else:
            out += expand(pairs, whole, byte, limit, 0)
        at += 1
        if len(out) > limit:
            raise Refused(at, "more comes out than the header says")


def expand(pairs, whole, byte, limit, depth):
    if byte not in pairs:
        return bytes([byte])
    if depth > len(pairs):
        raise Refused(0, "a pair contains itself")
    if byte not in whole:
        whole[byte] = b"".join(expand(pairs, whole, part, limit, depth + 1) for part in pairs[byte])
        if len(whole[byte]) > limit:
            raise Refused(0, "a pair becomes larger than all output")
    return whole[byte]
