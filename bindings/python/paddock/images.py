"""Images: decoded into arrays, or written as PNG."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Union

import numpy as np

from ._interface import ffi
from .errors import check, new_error
from .handle import Handle, output_file
from .library import known_text, lib


@dataclass(frozen=True, eq=False)
class Image:
    """A picture in a file."""

    name: str  # the path of its entry: "0/3/A000"
    width: int
    height: int
    storage: str  # "8-bit indexed", "RGB 565" ...
    certainty: str
    _handle: Handle = field(repr=False)
    _index: int = field(repr=False)

    def pixels(self) -> "np.ndarray[Any, Any]":
        """(height, width, 4) uint8: red, green, blue, alpha; rows from the top."""
        rgba = np.empty((self.height, self.width, 4), np.uint8)
        error, handle = new_error(), self._handle
        address = ffi.cast("uint8_t *", rgba.ctypes.data)
        check(lib.pdk_document_image_read(handle.pointer, self._index, address, rgba.nbytes, error), error, handle.path)
        return rgba

    def save_png(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes it as PNG; the file appears whole or not at all."""
        handle, error = self._handle, new_error()
        with output_file(handle, path) as output:
            check(lib.pdk_image_write_png(handle.pointer, self._index, output, error), error, handle.path)


def image_of(handle: Handle, index: int) -> Image:
    info = lib.pdk_document_image_at(handle.pointer, index)
    return Image(
        name=known_text(info.name),
        width=info.width,
        height=info.height,
        storage=known_text(info.storage),
        certainty=known_text(lib.pdk_certainty_name(info.certainty)),
        _handle=handle,
        _index=index,
    )
