"""Little-endian numbers out of bytes, each with its bounds checked."""

import struct


class Refused(Exception):
    """The bytes are not a file of the format: where, and why."""

    def __init__(self, offset, reason):
        super().__init__(f"at {offset:#x}: {reason}")
        self.offset, self.reason = offset, reason


class Unread:
    """A value that the notes do not describe: it is not compared."""

    def __repr__(self):
        return "not read"


UNREAD = Unread()


class Reading:
    """What a reader understood: properties by name, tables as columns by name."""

    def __init__(self, format_id):
        self.format = format_id
        self.properties = {}
        self.tables = {}
        self.raw = {}  # rows of stored numbers by the name of their record, where no table has them


def unpack(data, offset, layout, what="a field"):
    """The values of a struct layout at an offset; a single value alone."""
    size = struct.calcsize("<" + layout)
    if offset < 0 or offset + size > len(data):
        raise Refused(max(offset, 0), f"{what} needs {size} bytes, the file has {len(data)} in all")
    values = struct.unpack_from("<" + layout, data, offset)
    return values[0] if len(values) == 1 else values


def take(data, offset, size, what="a field"):
    if size < 0 or offset < 0 or offset + size > len(data):
        raise Refused(max(offset, 0), f"{what} needs {size} bytes, the file has {len(data)} in all")
    return data[offset:offset + size]


def until_nul(raw):
    return raw.split(b"\0", 1)[0]


def columns(names, rows):
    """Rows of values as columns by name."""
    if not rows:
        return {name: [] for name in names}
    return dict(zip(names, map(list, zip(*rows))))


class Cursor:
    """Reads one field after the other."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def get(self, layout, what="a field"):
        value = unpack(self.data, self.at, layout, what)
        self.at += struct.calcsize("<" + layout)
        return value

    def take(self, size, what="a field"):
        raw = take(self.data, self.at, size, what)
        self.at += size
        return raw

    def counted(self, layout, what="a text"):
        """Bytes after their number."""
        return self.take(self.get(layout, what), what)
