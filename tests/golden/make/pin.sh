# tests/golden/make.sh reads this. One record of 32 bytes.
if wants pin synth; then
    good map.pin

    bad magic.pin map.pin && patch 3 31
    bad version.pin map.pin && patch 6 01
    bad cut.pin map.pin && cut_to 20
    bad reserved.pin map.pin && patch 8 01
    bad sides.pin map.pin && patch 20 00 00 00 F0      # ends far to the left of where it begins
    bad trailing.pin map.pin && append 'something'
fi
