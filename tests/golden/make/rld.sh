# tests/golden/make.sh reads this. Every file has 28 points and 36 triangles: TRIS at 356, the first triangle at 360, BLKI at 792.
if wants rld synth; then
    good scan.rld --points 30
    good other-seed.rld --points 50 --seed 2

    bad magic.rld scan.rld && patch 3 31              # "RLD1"
    bad head.rld scan.rld && patch 4 58               # "XEAD"
    bad vertex-tag.rld scan.rld && patch 16 00        # no VERT
    bad triangle-tag.rld scan.rld && patch 356 58     # "XRIS"
    bad negative.rld scan.rld && patch 8 FF FF FF FF  # -1 points
    bad many-points.rld scan.rld && patch 8 FF FF FF 7F
    bad many-triangles.rld scan.rld && patch 12 FF FF FF 7F
    bad cut.rld scan.rld && cut_to 500                # ends inside the triangles
    bad cut-points.rld scan.rld && cut_to 100
    bad index.rld scan.rld && patch 360 1C 00 00 00   # triangle 0 uses point 28
    bad index-negative.rld scan.rld && patch 364 FF FF FF FF
    bad degenerate.rld scan.rld && patch 372 00 00 00 00 00 00 00 00 00 00 00 00
    bad nan.rld scan.rld && patch 20 00 00 C0 7F      # point 0: x is not a number
    bad trailing.rld scan.rld && append 'something'
fi
