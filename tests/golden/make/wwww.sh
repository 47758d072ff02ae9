# tests/golden/make.sh reads this. A car has four parts; their offsets are at 8, the first, an ORIP, is at 24.
if wants wwww synth; then
    good car.cfm --dialect car
    good track.fam

    bad magic.cfm car.cfm && patch 0 78                # "xwww"
    bad many-parts.cfm car.cfm && patch 4 FF FF FF 0F
    bad part-offset.cfm car.cfm && patch 12 FF FF FF 7F
    bad part-back.cfm car.cfm && patch 12 00 00 00 00
    bad part-tag.cfm car.cfm && patch 24 58            # "XRIP"
    bad vertices.cfm car.cfm && patch 40 FF FF FF 7F
    bad polygons.cfm car.cfm && patch 52 FF FF FF 7F
    bad cut.cfm car.cfm && cut_to 700
    squeeze
fi
