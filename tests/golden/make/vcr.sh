# tests/golden/make.sh reads this.
if wants vcr synth; then
    good r1.vcr --dialect r1 --seconds 2 --cars 2
    good r2.vcr --dialect r2 --seconds 2 --cars 2
    good l.vcr --dialect l --seconds 2 --cars 2
    good packed.vcr --dialect r2 --seconds 2 --cars 2 --gzip

    bad tag.vcr r2.vcr && patch 45 58
    for size in 3 40 400 1500; do
        bad "cut-$size.vcr" r2.vcr && cut_to "$size"
    done
    bad cut-r1.vcr r1.vcr && cut_to 1500
    bad cut-l.vcr l.vcr && cut_to 1500
    bad trailing.vcr r2.vcr && append 'something'
    squeeze
fi
