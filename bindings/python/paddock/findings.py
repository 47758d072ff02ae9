"""What is wrong with a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Optional

from ._interface import ffi
from .errors import check, new_error, offset_or_none
from .handle import Handle
from .html import of_findings
from .library import known_text, lib


@dataclass(frozen=True)
class Finding:
    """Damage, or something odd, that does not keep the file from being read."""

    severity: str  # "note", "warning", "error"
    code: str  # stable, for programs: "rld.index.range"
    offset: Optional[int]  # in the unpacked bytes
    where: str  # "rld.triangle[12].b"; may be empty
    message: str  # what is wrong and what to do


class Findings(List[Finding]):
    """A list of findings, which notebooks show as a table."""

    def _repr_html_(self) -> str:
        return of_findings(self)


def findings_of(handle: Handle, full: bool) -> Findings:
    found = Findings()
    raised: list[Any] = []  # an interrupt, say: it is raised after the call, which it ends

    @ffi.callback("bool(void *, const pdk_finding *)", error=False, onerror=lambda *what: raised.append(what[1]))  # type: ignore[misc]
    def add(_user: Any, finding: Any) -> bool:
        found.append(
            Finding(
                severity=known_text(lib.pdk_severity_name(finding.severity)),
                code=known_text(finding.code),
                offset=offset_or_none(finding.offset),
                where=known_text(finding.where),
                message=known_text(finding.message),
            )
        )
        return True

    error = new_error()
    level = lib.PDK_CHECK_FULL if full else lib.PDK_CHECK_STRUCTURE
    status = lib.pdk_check(handle.pointer, level, add, ffi.NULL, ffi.NULL, error)
    if raised:
        raise raised[0]
    check(status, error, handle.path)
    return found
