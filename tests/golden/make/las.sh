# tests/golden/make.sh reads this. A scan of 28 points as LAS 1.4: header 375 bytes, points of 20 bytes after it; and
# packed points, which the command does not write.
if wants las write; then
    "$paddock" synth rld ok/scan.rld --points 28
    "$paddock" convert ok/scan.rld ok/scan.las
    rm ok/scan.rld
    for packed in chunks layers whole; do cp "$here/../files/$packed.laz" ok/; done
    bad magic.las scan.las && patch 0 58
    bad cut.las scan.las && cut_to 400
    bad header-cut.las scan.las && cut_to 100
    bad header-size.las scan.las && patch 94 FF FF
    bad points-at.las scan.las && patch 96 FF FF FF 7F
    bad record-size.las scan.las && patch 105 05 00
    bad scale-zero.las scan.las && patch 131 00 00 00 00 00 00 00 00
    bad many.las scan.las && patch 247 FF FF FF FF FF FF FF 7F
    bad chunk.laz chunks.laz && patch 1013 5A A5 5A A5 5A A5 5A A5 5A A5 5A A5 5A A5 5A A5
    bad no-table.laz chunks.laz && patch 487 E7 01 00 00 00 00 00 00
    bad table.laz chunks.laz && patch 1437 55 55
    bad cut.laz layers.laz && cut_to 1000
    bad items.laz layers.laz && patch 463 03
fi
