# tests/golden/make.sh reads this. 12 nodes of 40 bytes from 16 on.
if wants pth synth; then
    good path.pth --points 12
    good other-seed.pth --points 5 --seed 2

    bad magic.pth path.pth && patch 3 31
    bad version.pth path.pth && patch 6 01
    bad revision.pth path.pth && patch 7 FC
    bad negative.pth path.pth && patch 8 FF FF FF FF
    bad many-nodes.pth path.pth && patch 8 FF FF FF 7F
    bad cut.pth path.pth && cut_to 100
    bad cut-header.pth path.pth && cut_to 10
    bad finish.pth path.pth && patch 12 0C 00 00 00    # node 12 of 12
    bad nan.pth path.pth && patch 28 00 00 C0 7F       # node 0: direction x is not a number
    bad wide.pth path.pth && patch 40 00 00 80 7F      # node 0: limit_left is infinite
    bad trailing.pth path.pth && append 'something'
fi
