"""The second reader: any file of the five formats, and what belongs to them, packed or not."""

import struct

import crp
import eapack
import ld
import raf
import rld
import rply
import shpi
import tri
import vcr
import wwww
from little import Reading, Refused

TAGS = [(b"LFSRAF", raf), (b"RLD0", rld), (b"RPLY", rply), (b"SHPI", shpi), (b"wwww", wwww), (b" raC", crp), (b"karT", crp),
        (b"\x40" + b"\0" * 7, ld)]


def reader_of(data):
    for tag, reader in TAGS:
        if data.startswith(tag):
            return reader
    if b"IRSR" in data[:4096]:
        return vcr
    if data[:4] == b"\x11\0\0\0" or data[0x1621C:0x16220] == b"SJBO":
        return tri
    return None


def unpacked(data):
    """Without gzip, without EA's packing; and the name of the packing."""
    data, packed = vcr.gunzip(data)
    if packed:
        return data, packed
    return eapack.unpack(data)


def read(data):
    plain, packed = unpacked(data)
    reader = reader_of(plain)
    if reader is None and packed:
        reading = Reading("packed")
        reading.properties = {"unpacked_size": len(plain)}
    elif reader is None:
        raise Refused(0, "none of the five formats")
    else:
        try:
            reading = reader.read(plain)
        except struct.error as error:
            raise Refused(0, f"a list that no file can have: {error}") from error
    reading.packed, reading.plain = packed, plain
    return reading
