# tests/golden/make.sh reads this. With two cars the names end at 208, where DATA is; the first frame is at 212.
if wants rply synth; then
    good v11.rpl --dialect 1.1 --seconds 0.3 --cars 2
    good v21.rpl --dialect 2.1 --seconds 0.3 --cars 2
    good without-interval.rpl --dialect 2.1-wiki --seconds 0.3 --cars 1

    bad magic.rpl v21.rpl && patch 0 58              # "XPLY"
    bad version.rpl v21.rpl && patch 6 09            # version 9.1
    bad many-cars.rpl v21.rpl && patch 76 FF FF 00 00
    bad negative-cars.rpl v21.rpl && patch 76 FF FF FF FF
    bad data.rpl v21.rpl && patch 208 00             # no DATA
    bad frame-size.rpl v21.rpl && patch 212 FF FF    # the first frame is larger than the file
    bad frame-zero.rpl v21.rpl && patch 212 00 00
    bad command.rpl v21.rpl && patch 218 63 00       # the first command of the first frame is 99
    bad cut.rpl v21.rpl && cut_to 500                # ends inside a frame
    bad cut-names.rpl v21.rpl && cut_to 120
    bad trailing.rpl v21.rpl && append 'something'
fi
