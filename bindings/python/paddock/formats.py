"""The formats that the library reads."""

from __future__ import annotations

from dataclasses import dataclass

from .library import known_text, lib


@dataclass(frozen=True)
class Format:
    id: str  # "raf"
    title: str  # "Live for Speed RAF telemetry"
    extensions: tuple[str, ...]
    certainty: str
    basis: str  # what that certainty rests on


def formats() -> list[Format]:
    """Every format this library reads."""
    return [_format_of(i) for i in range(lib.pdk_format_count())]


def _format_of(index: int) -> Format:
    info = lib.pdk_format_at(index)
    return Format(
        id=known_text(info.id),
        title=known_text(info.title),
        extensions=tuple(known_text(info.extensions).split()),
        certainty=known_text(lib.pdk_certainty_name(info.certainty)),
        basis=known_text(info.basis),
    )
