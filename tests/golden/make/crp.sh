# tests/golden/make.sh reads this. Two articles at 16 and 32, the file's two parts (pictures) at 48 and 64, the articles' at 80.
if wants crp synth; then
    good car.crp
    good track.crp --dialect track

    bad magic.crp car.crp && patch 0 78                # "xraC"
    bad many-articles.crp car.crp && patch 4 FF FF FF FF
    bad article-tag.crp car.crp && patch 16 78
    bad article-parts.crp car.crp && patch 24 FF FF FF 0F
    bad article-far.crp car.crp && patch 28 FF FF FF 0F
    bad many-parts.crp car.crp && patch 8 FF FF FF 0F
    bad part-offset.crp car.crp && patch 60 FF FF FF 7F
    bad no-set.crp car.crp && patch 76 00 02 00 00     # the second set begins inside the first's pixels
    bad set-length.crp car.crp && patch 53 FF          # the first reaches into the second
    bad cut.crp car.crp && cut_to 4000
    bad cut-header.crp car.crp && cut_to 10
    squeeze
fi
