# tests/golden/make.sh reads this. A lap of half a second, written as a log: its laps are by channels, because nothing is beside it.
if wants ld write; then
    "$paddock" synth raf ok/lap.raf --seconds 0.5 --seed 3 --quiet
    "$paddock" convert ok/lap.raf ok/lap.ld --quiet
    rm -f ok/lap.raf ok/lap.ldx

    # channels of 124 bytes from 13384 on
    bad marker.ld lap.ld && patch 0 41
    bad nothing.ld lap.ld && patch 0 00 && patch 8 00 00 00 00
    bad cut-header.ld lap.ld && cut_to 1000
    bad cut.ld lap.ld && cut_to 14000
    bad cut-samples.ld lap.ld && cut_to 25000
    bad loop.ld lap.ld && patch 13636 48 34 00 00    # channel 2 leads to channel 0
    bad outside.ld lap.ld && patch 13636 00 00 00 F0
    bad many-samples.ld lap.ld && patch 13396 FF FF FF FF
    bad data.ld lap.ld && patch 13392 FF FF FF 7F
    bad class.ld lap.ld && patch 13402 08 00 08 00
    bad rate.ld lap.ld && patch 13406 00 00
    bad decimals.ld lap.ld && patch 13414 FF 7F
    bad count.ld lap.ld && patch 86 FF FF FF FF
    bad event.ld lap.ld && patch 36 FF FF FF 7F
fi
