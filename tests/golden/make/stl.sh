# tests/golden/make.sh reads this. A scan of 36 triangles as binary STL: header 80 bytes, the count, facets of 50 bytes.
if wants stl write; then
    "$paddock" synth rld ok/scan.rld --points 28
    "$paddock" convert ok/scan.rld ok/scan.stl
    rm ok/scan.rld
    bad count.stl scan.stl && patch 80 FF FF FF 00
    bad fewer.stl scan.stl && patch 80 02 00 00 00
    bad nan.stl scan.stl && patch 208 00 00 C0 7F
    bad cut.stl scan.stl && cut_to 900
fi
