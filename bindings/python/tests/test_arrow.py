"""Arrow streams, read by a consumer that knows Arrow's structs and nothing of Paddock."""

import ctypes
import gc
import threading
import unittest

import numpy as np
import paddock
from support import SAMPLES, Case, every_table


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Pointer, Callback = ctypes.POINTER, ctypes.CFUNCTYPE
Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", Pointer(Pointer(Schema))),
    ("dictionary", Pointer(Schema)),
    ("release", Callback(None, Pointer(Schema))),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", Pointer(ctypes.c_void_p)),
    ("children", Pointer(Pointer(Array))),
    ("dictionary", Pointer(Array)),
    ("release", Callback(None, Pointer(Array))),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", Callback(ctypes.c_int, Pointer(Stream), Pointer(Schema))),
    ("get_next", Callback(ctypes.c_int, Pointer(Stream), Pointer(Array))),
    ("get_last_error", Callback(ctypes.c_char_p, Pointer(Stream))),
    ("release", Callback(None, Pointer(Stream))),
    ("private_data", ctypes.c_void_p),
]

content_of = ctypes.pythonapi.PyCapsule_GetPointer
content_of.restype, content_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

NUMBERS = {b"c": "i1", b"C": "u1", b"s": "i2", b"S": "u2", b"i": "i4", b"I": "u4", b"l": "i8", b"L": "u8", b"f": "f4", b"g": "f8"}


def taken(capsule):
    """Moves the stream out of its capsule, as consumers do."""
    address = content_of(capsule, b"arrow_array_stream")
    stream = Stream.from_buffer_copy(ctypes.string_at(address, ctypes.sizeof(Stream)))
    ctypes.memset(address + Stream.release.offset, 0, ctypes.sizeof(ctypes.c_void_p))
    return stream


def bits(address, first, count):
    raw = np.frombuffer(ctypes.string_at(address, (first + count + 7) // 8), np.uint8)
    return np.unpackbits(raw, bitorder="little")[first : first + count].astype(bool)


def values_of(format, array):
    first, count = array.offset, array.length
    valid = bits(array.buffers[0], first, count) if array.buffers[0] else np.ones(count, bool)
    if format == b"b":
        values = bits(array.buffers[1], first, count) if count else np.zeros(0, bool)
    elif format in NUMBERS:
        kind = np.dtype(NUMBERS[format])
        values = np.frombuffer(ctypes.string_at(array.buffers[1] + first * kind.itemsize, count * kind.itemsize), kind) if count else np.zeros(0, kind)
    else:
        ends = np.frombuffer(ctypes.string_at(array.buffers[1] + first * 4, (count + 1) * 4), "i4")
        values = np.empty(count, object)
        for i in range(count):
            data = ctypes.string_at(array.buffers[2] + int(ends[i]), int(ends[i + 1] - ends[i])) if ends[i + 1] > ends[i] else b""
            values[i] = data.decode("utf-8", "replace") if format == b"u" else data
    return values, valid


def consume(stream):
    """Name to (values, valid) of the whole stream."""
    schema, parts = Schema(), {}
    assert stream.get_schema(stream, schema) == 0
    assert schema.format == b"+s"
    columns = [(schema.children[i].contents.name.decode(), schema.children[i].contents.format) for i in range(schema.n_children)]
    schema.release(schema)
    while True:
        batch = Array()
        assert stream.get_next(stream, batch) == 0, stream.get_last_error(stream)
        if not batch.release:
            break
        assert batch.n_children == len(columns)
        for i, (name, format) in enumerate(columns):
            parts.setdefault(name, []).append(values_of(format, batch.children[i].contents))
        batch.release(batch)
    stream.release(stream)
    return {name: tuple(map(np.concatenate, zip(*pieces))) for name, pieces in parts.items()}


class Arrow(Case):
    def test_every_table_is_what_reading_it_gives(self):
        rows = 0
        for path, name, table in every_table():
            with self.subTest(file=path.name, table=name):
                self.compare(table)
                rows += len(table)
        self.assertGreater(rows, 10_000)

    def compare(self, table):
        streamed, read = consume(taken(table.__arrow_c_stream__())), table.read()
        if not len(table):
            return
        self.assertEqual(list(streamed), list(read))
        for name, (values, valid) in streamed.items():
            expected = read[name]
            if expected.dtype == object:
                self.assertEqual([value if there else None for value, there in zip(values, valid)], list(expected), name)
            else:
                np.testing.assert_array_equal(valid, ~np.ma.getmaskarray(expected), err_msg=name)
                np.testing.assert_array_equal(values[valid], np.ma.getdata(expected)[valid], err_msg=name)

    def test_stream_outlives_the_document(self):
        data = (SAMPLES / "race.vcr").read_bytes()
        document = paddock.open(data)
        stream = taken(document.tables["poses"].__arrow_c_stream__())
        expected = document.tables["poses"]["x"]
        document.close()
        del document, data
        gc.collect()
        np.testing.assert_array_equal(consume(stream)["x"][0], expected)

    def test_capsules_that_nobody_takes(self):
        from paddock import arrow

        with paddock.open(SAMPLES / "race.vcr") as race:
            capsules = [race.tables["laps"].__arrow_c_stream__() for _ in range(10)]
            capsules += [race.tables["laps"].__arrow_c_schema__() for _ in range(10)]
            self.assertEqual(len(arrow._contents), 20)
            del capsules
            gc.collect()
            self.assertEqual(len(arrow._contents), 0)

    def test_many_streams_at_once(self):
        with paddock.open(SAMPLES / "race.vcr") as race:
            table, results = race.tables["poses"], []
            streams = [taken(table.__arrow_c_stream__()) for _ in range(4)]
            threads = [threading.Thread(target=lambda stream=stream: results.append(consume(stream))) for stream in streams]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(len(results), 4)
            for result in results:
                np.testing.assert_array_equal(result["time"][0], table["time"])


if __name__ == "__main__":
    unittest.main()
