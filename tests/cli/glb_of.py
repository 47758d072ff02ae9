"""Reads and writes GLB as other programs do, without our code."""
import json
import math
import struct


class Glb:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        magic, version, length, size, kind = struct.unpack_from("<4sIIII", data)
        assert (magic, version, length, kind) == (b"glTF", 2, len(data), 0x4E4F534A)
        self.json = json.loads(data[20:20 + size])
        self.bytes = bytearray(data[28 + size:])

    def read(self, number):
        accessor = self.json["accessors"][number]
        view = self.json["bufferViews"][accessor["bufferView"]]
        wide = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}[accessor["type"]]
        letter = {5123: "H", 5125: "I", 5126: "f"}[accessor["componentType"]]
        step = view.get("byteStride", struct.calcsize("<" + wide * letter))
        at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return [struct.unpack_from("<" + wide * letter, self.bytes, at + i * step) for i in range(accessor["count"])]

    def view(self, data):
        """A new buffer view with these bytes."""
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data
        return len(self.json["bufferViews"]) - 1

    def add(self, rows):
        """A new accessor of floats."""
        wide = len(rows[0])
        view = self.view(b"".join(struct.pack("<" + wide * "f", *row) for row in rows))
        accessor = {"bufferView": view, "componentType": 5126, "count": len(rows), "type": f"VEC{wide}",
                    "min": [min(r[k] for r in rows if math.isfinite(r[k])) for k in range(wide)],
                    "max": [max(r[k] for r in rows if math.isfinite(r[k])) for k in range(wide)]}
        self.json["accessors"].append(accessor)
        return len(self.json["accessors"]) - 1

    def image(self, number):
        """The bytes of a picture."""
        view = self.json["bufferViews"][self.json["images"][number]["bufferView"]]
        at = view.get("byteOffset", 0)
        return bytes(self.bytes[at:at + view["byteLength"]])

    def write(self, path):
        self.json["buffers"][0]["byteLength"] = len(self.bytes)
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(self.bytes), len(text), 0x4E4F534A))
            out.write(text + struct.pack("<II", len(self.bytes), 0x4E4942) + self.bytes)
