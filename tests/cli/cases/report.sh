# Files as one page.
"$PADDOCK" synth vcr race.vcr --cars 6 --seconds 120 || exit 1
"$PADDOCK" synth raf lap.raf --seconds 20 || exit 1
"$PADDOCK" synth tri road.tri || exit 1

# The manifest of a page: the text of its element, which is JSON.
manifest() { sed -n 's|^<script type="application/json" id="paddock-bundle">\(.*\)</script>$|\1|p' "$1" >$out; }

t 0 "a race" "$PADDOCK" report race.vcr -o race.html
out_empty
err_empty
manifest race.html
json '[.documents[].file]' '["race.vcr"]'
json '.documents[0].kind' '"race"'
json '[.documents[0].tables[].name] - ["laps"] | length' "$(($(jq '[.documents[0].tables[].name] | length' $out) - 1))"
json '.documents[0] | (.tables | length) == (.parts.tables | length)' 'true'
json '.documents[0].parts | (.runs | length) == (.motion.runs | length)' 'true'
json '.documents[0].parts.runs | length' '6'
blocks=$(grep -c '^<script type="text/plain" id="b' race.html)
json '[.. | .block? // empty, .layout? // empty | numbers] + .documents[0].parts.tables + .documents[0].parts.runs + [.documents[0].parts.track, .documents[0].parts.recorded] | unique | length' "$blocks"
grep -q '<h3>Results</h3>' race.html || complain "no results for readers without JavaScript"
grep -qF "default-src 'none'" race.html || complain "no policy"
grep -qF "wasm-unsafe-eval" race.html && complain "a policy for a library that is not there"
licence='For more information, please refer to <https://unlicense.org>' # a line of OGL's
grep -qE '(https?:)?//[a-z]' <(sed -E 's|sha256-[A-Za-z0-9+/=]+||g; /^<script>/d' race.html | grep -v 'text/plain' | grep -vxF "$licence") && complain "a page that asks somebody"
t 0 "the same bytes again" "$PADDOCK" report race.vcr -o again.html
cmp -s race.html again.html || complain "two pages differ"
sh_t 0 "into a pipe" '"$PADDOCK" report race.vcr -o - | cmp - race.html'
sh_t 0 "through a pipe" 'cat race.vcr | "$PADDOCK" report - -o piped.html'
manifest piped.html
json '[.documents[].file]' '["standard input"]'

t 0 "many files" "$PADDOCK" report race.vcr lap.raf road.tri -o all.html --title 'One & <all>'
grep -qF '<title>One &amp; &lt;all&gt;</title>' all.html || complain "the title is $(grep '<title>' all.html)"
manifest all.html
json '[.documents[].kind]' '["race","lap","track"]'
json '.title' '"One & <all>"'
t 0 "one driver" "$PADDOCK" report race.vcr -o one.html --driver 'B.'
manifest one.html
json '[.documents[0].parts.motion.runs[].driver]' '["B. Okafor"]'
json '.documents[0].parts.runs | length' '1'
t 0 "fewer positions" "$PADDOCK" report race.vcr -o thin.html --hz 1
manifest thin.html
json '.documents[0].parts.motion.rate' '1'
json '[.documents[0].notes[] | select(startswith("Positions are given 1 times"))] | length' '1'
[ "$(wc -c <thin.html)" -lt "$(wc -c <race.html)" ] || complain "the page is not smaller"

t 3 "nothing is replaced where that is not wanted" "$PADDOCK" report lap.raf -o race.html --no-clobber
err_has '(io.exists)'
cmp -s race.html again.html || complain "the page was replaced"
t 2 "no output" "$PADDOCK" report race.vcr
t 2 "no file" "$PADDOCK" report -o page.html
err_has '--library'
t 2 "a page that is none" "$PADDOCK" report race.vcr -o race.pdf
err_has 'html'
t 2 "a rate that is none" "$PADDOCK" report race.vcr -o page.html --hz 0
t 2 "over its input" "$PADDOCK" report race.html -o race.html
t 3 "a folder" "$PADDOCK" report . -o page.html
t 3 "a file that is not there" "$PADDOCK" report race.vcr gone.vcr -o page.html
no_file page.html
printf 'nothing that anybody knows' >other.bin
t 4 "a file that nobody knows" "$PADDOCK" report race.vcr other.bin -o page.html
no_file page.html
head -c 100000 race.vcr >cut.vcr
t 5 "a cut recording" "$PADDOCK" report cut.vcr -o page.html
no_file page.html
t 0 "as far as it goes" "$PADDOCK" report cut.vcr -o cut.html --partial --quiet
manifest cut.html
json '.documents[0].verdict' '"1 error"'
t 3 "a place that cannot be written" "$PADDOCK" report race.vcr -o no/such/page.html
t 4 "a track of another place" "$PADDOCK" report race.vcr -o page.html --track road.tri
err_has '(track.'
no_file page.html
