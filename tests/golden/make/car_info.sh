# tests/golden/make.sh reads this. A header of 384 bytes, then four wheels of 128.
if wants car-info synth; then
    good car.bin

    bad magic.bin car.bin && patch 3 31
    bad version.bin car.bin && patch 7 02
    bad cut.bin car.bin && cut_to 500
    bad reserved.bin car.bin && patch 100 01
    bad drive.bin car.bin && patch 289 07
    bad nan.bin car.bin && patch 276 00 00 C0 7F       # mass is not a number
    bad world.bin car.bin && patch 74 00 01            # the centre of gravity is elsewhere in the world
    bad trailing.bin car.bin && append 'something'
fi
