# tests/golden/make.sh reads this. RefPack, 10 FB: a size of three bytes, then commands; E0 = four bytes follow, FC = the end.
if wants packed read; then
    by_hand ok/literal.qfs 10 FB 00 00 04 E0 61 62 63 64 FC
    by_hand ok/copy.qfs 10 FB 00 00 08 E0 61 62 63 64 04 03 FC # a copy of four from four back

    by_hand bad/short.qfs 10 FB 00 00 04 E0 61 62              # ends inside the four bytes
    by_hand bad/no-end.qfs 10 FB 00 00 04 E0 61 62 63 64       # no FC
    by_hand bad/less.qfs 10 FB 00 00 05 E0 61 62 63 64 FC      # announces one more
    by_hand bad/more.qfs 10 FB 00 00 03 E0 61 62 63 64 FC      # announces one less
    by_hand bad/before.qfs 10 FB 00 00 08 E0 61 62 63 64 04 08 FC # a copy from before the start
    by_hand bad/huge.qfs 10 FB FF FF FF E0 61 62 63 64 FC      # announces 16 MB
    by_hand bad/trailing.qfs 10 FB 00 00 04 E0 61 62 63 64 FC 00 00
fi
