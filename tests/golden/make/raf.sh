# tests/golden/make.sh reads this.
if wants raf synth; then
    good lap.raf --seconds 0.5
    good other-seed.raf --seconds 0.2 --seed 2

    bad magic.raf lap.raf && patch 0 58            # "XFSRAF"
    bad version.raf lap.raf && patch 8 03          # version 3
    bad no-wheels.raf lap.raf && patch 169 00      # 0 wheels
    bad many-wheels.raf lap.raf && patch 169 11    # 17 wheels
    bad short-header.raf lap.raf && patch 12 00 02 # A = 512: no room for wheels
    bad small-block.raf lap.raf && patch 14 40 00  # B = 64: no room for wheels
    bad wheel-offset.raf lap.raf && patch 18 00 01 # D = 256: behind the block
    bad negative.raf lap.raf && patch 20 FF FF FF FF # N = -1
    bad many-blocks.raf lap.raf && patch 20 FF FF FF 7F # N = 2147483647
    bad cut.raf lap.raf && cut_to 5000             # ends inside block 20
    bad cut-header.raf lap.raf && cut_to 300       # ends inside the header
    bad trailing.raf lap.raf && append 'something'
    bad splits.raf lap.raf && patch 171 09         # 9 splits where 4 have room
    bad still.raf lap.raf && patch 9 00            # interval 0
    bad nan.raf lap.raf && patch 1024 00 00 C0 7F  # block 0: throttle is not a number
    bad pedal.raf lap.raf && patch 1220 00 00 40 40 # block 1: brake 3.0
fi
