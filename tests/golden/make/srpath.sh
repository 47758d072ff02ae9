# tests/golden/make.sh reads this. A header of 56 bytes, then 12 nodes of 44, and 12 of the pit lane.
if wants srpath synth; then
    good path.pth --points 12

    bad magic.pth path.pth && patch 3 31
    bad version.pth path.pth && patch 6 01
    bad revision.pth path.pth && patch 7 FD
    bad mini.pth path.pth && patch 12 0A
    bad many-nodes.pth path.pth && patch 16 FF FF
    bad cut.pth path.pth && cut_to 300
    bad cut-header.pth path.pth && cut_to 30
    bad finish.pth path.pth && patch 24 0C 00 00 00    # node 12 of 12
    bad split.pth path.pth && patch 28 FE FF FF FF     # node -2
    bad reserved.pth path.pth && patch 57 01
    bad nan.pth path.pth && patch 72 00 00 C0 7F       # node 0: direction x is not a number
    bad trailing.pth path.pth && append 'something'
fi
