# tests/golden/make.sh reads this. Objects from 64 on: 24 bytes, their points of 16 and triangles of 8.
if wants smx synth; then
    good mesh.smx --points 1
    good other-seed.smx --points 1 --seed 2

    bad magic.smx mesh.smx && patch 3 31
    bad version.smx mesh.smx && patch 8 01
    bad dimensions.smx mesh.smx && patch 9 02
    bad no-colors.smx mesh.smx && patch 11 00
    bad negative.smx mesh.smx && patch 60 FF FF FF FF
    bad many-objects.smx mesh.smx && patch 60 FF FF FF 7F
    bad negative-points.smx mesh.smx && patch 80 FF FF FF FF
    bad many-points.smx mesh.smx && patch 80 FF FF FF 7F
    bad radius.smx mesh.smx && patch 76 01 00 00 00       # object 0: 1/65536 m
    bad corner.smx mesh.smx && patch 808 FF 00           # object 0 has 45 points, up to 64 + 24 + 45 * 16
    bad flat.smx mesh.smx && patch 808 01 00 01 00
    bad padding.smx mesh.smx && patch 814 01
    bad resolution.smx mesh.smx && patch 10 07
    bad cut.smx mesh.smx && cut_to 1000
    bad cut-header.smx mesh.smx && cut_to 40
    bad trailing.smx mesh.smx && append 'something'
fi
