# tests/golden/make.sh reads this. The header is 44 bytes, offsets follow, nodes are at 0x98C (36 bytes each), SJBO at 0x1621C.
if wants tri synth; then
    good open.tri --dialect open
    good closed.tri --dialect closed

    bad version.tri closed.tri && patch 0 12 && cut_to 3000  # version 18
    bad older.tri closed.tri && patch 93064 4F 42 4A 53      # "OBJS" where the game of 1995 has it
    bad many-records.tri closed.tri && patch 6 FF FF 00 00
    bad scenery-size.tri closed.tri && patch 36 FF FF FF 7F
    bad prop-tag.tri closed.tri && patch 90652 58            # "XJBO"
    bad offset.tri closed.tri && patch 48 FF FF FF 7F        # record 1 begins far after the end
    bad cut.tri closed.tri && cut_to 60000
    bad cut-nodes.tri closed.tri && cut_to 3000
    squeeze
fi
