# tests/golden/make.sh reads this. Fifteen entries: the directory is at 16, the first entry, a palette, at 136.
if wants shpi synth; then
    good art.fsh

    bad magic.fsh art.fsh && patch 0 58                # "XHPI"
    bad length.fsh art.fsh && patch 4 FF FF FF 7F      # says it is 2 GB long
    bad many-entries.fsh art.fsh && patch 8 FF FF FF 0F
    bad entry-offset.fsh art.fsh && patch 28 FF FF FF 7F # entry "road" is after the end
    bad entry-in-directory.fsh art.fsh && patch 28 10 00 00 00
    bad width.fsh art.fsh && patch 924 FF FF           # "road" is 65535 wide
    bad no-width.fsh art.fsh && patch 924 00 00
    bad code.fsh art.fsh && patch 920 01               # "road" is of an unknown kind
    bad cut.fsh art.fsh && cut_to 4000
    squeeze
fi
