"""Surfaces: points and triangles as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from ._interface import ffi
from .errors import check, new_error
from .handle import Handle, view
from .library import known_text, lib, text


@dataclass(frozen=True)
class Group:
    """A run of triangles that share a material."""

    name: str
    image: Optional[str]
    first_triangle: int
    triangle_count: int


@dataclass(frozen=True, eq=False)
class Surface:
    """A surface. Its arrays are in the file's memory where the format allows: they are not copied, cannot be written
    to, and keep the file open."""

    name: str
    frame: Optional[str]  # the file's own axes: "x forward, y left, z up; m"
    certainty: str
    unit: Optional[str]  # of the coordinates, where the file states one that is not metres
    origin: tuple[float, float, float]  # position + origin = the file's coordinate
    positions: "np.ndarray[Any, Any]"  # (vertices, 3) float32
    triangles: "np.ndarray[Any, Any]"  # (triangles, 3) uint32, anticlockwise seen from outside
    normals: Optional["np.ndarray[Any, Any]"]  # (vertices, 3) float32
    coordinates: Optional["np.ndarray[Any, Any]"]  # (vertices, 2) float32, of textures
    groups: tuple[Group, ...]

    def __repr__(self) -> str:
        return f"<paddock.Surface {self.name!r}: {len(self.positions)} points, {len(self.triangles)} triangles>"


def surface_of(handle: Handle, index: int) -> Surface:
    info, raw, error = lib.pdk_document_surface_at(handle.pointer, index), ffi.new("pdk_surface *"), new_error()
    check(lib.pdk_document_surface_read(handle.pointer, index, raw, error), error, handle.path)
    points, triangles = raw.vertex_count, raw.triangle_count

    def floats(pointer: Any, width: int) -> Optional["np.ndarray[Any, Any]"]:
        return None if pointer == ffi.NULL else view(handle, pointer, (points, width), np.float32)

    return Surface(
        name=known_text(info.name),
        frame=text(lib.pdk_frame_text(info.frame)) or None,
        certainty=known_text(lib.pdk_certainty_name(info.certainty)),
        unit=text(info.unit),
        origin=(info.origin[0], info.origin[1], info.origin[2]),
        positions=view(handle, raw.positions, (points, 3), np.float32),
        triangles=view(handle, raw.triangles, (triangles, 3), np.uint32),
        normals=floats(raw.normals, 3),
        coordinates=floats(raw.coordinates, 2),
        groups=tuple(
            Group(known_text(g.name), text(g.image), g.first_triangle, g.triangle_count)
            for g in (raw.groups[i] for i in range(raw.group_count))
        ),
    )
