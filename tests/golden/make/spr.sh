# tests/golden/make.sh reads this. A header of 192 bytes, or of 80 and results of 80.
if wants spr synth; then
    good hotlap.spr
    good race.mpr --dialect mpr --cars 3

    bad magic.spr hotlap.spr && patch 3 31
    bad cut-header.spr hotlap.spr && cut_to 100
    bad splits.spr hotlap.spr && patch 135 09          # 9 splits, of 4
    bad order.spr hotlap.spr && patch 140 00 01 00 00  # the second split after 1 s
    bad seconds.spr hotlap.spr && patch 137 3C         # 60 seconds
    bad cut-results.mpr race.mpr && cut_to 200
    bad negative.mpr race.mpr && patch 151 FF          # a finish time below 0
fi
