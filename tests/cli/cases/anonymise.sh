# A page that names nobody: what people wrote is in no byte of it, packed or not, in no encoding that files have.
command -v python3 >/dev/null || { skip "pages without names (python3 is not here)" && return 0; }
cat >bytes_of.py <<'PY'
import base64, re, sys, zlib
page = open(sys.argv[1], "rb").read()
sys.stdout.buffer.write(page)
for block in re.findall(rb'<script type="text/plain" id="b[0-9]*">([^<]*)', page):
    packed = base64.b64decode(block)
    try: sys.stdout.buffer.write(zlib.decompress(packed, 31)) # gzip
    except zlib.error: sys.stdout.buffer.write(packed)
PY
bytes_of() { python3 bytes_of.py "$1"; } # a page, and what is packed in it
hidden() { # PAGE: no word in UTF-8, UTF-16 of both orders, Latin-1, with or without capitals
    bytes_of "$1" >bytes.bin
    [ "$(wc -c <bytes.bin)" -gt "$(wc -c <"$1")" ] || complain "no block was unpacked"
    local word
    for word in Zqwxj ZQWXJ zqwxj; do
        ! LC_ALL=C grep -aqF "$word" bytes.bin || complain "$1 has $word: $(LC_ALL=C grep -aoE ".{0,30}$word.{0,20}" bytes.bin | head -3 | tr -c ' -~' '?')"
        ! LC_ALL=C grep -aqP "$(sed 's/./&\\x00/g' <<<"$word" | sed 's/\\x00$//')" bytes.bin || complain "$1 has $word in UTF-16"
    done
    ! LC_ALL=C grep -aqF "secret-folder" bytes.bin || complain "$1 has the folder"
}
shows_itself() { # PAGE: the same search finds them in a page with names, or it proves nothing
    bytes_of "$1" >bytes.bin
    LC_ALL=C grep -aqF Zqwxj bytes.bin || complain "the names are not found in $1 either"
}
pages() { # FILE: with names and without
    mkdir -p secret-folder && cp "$1" "secret-folder/Zqwxj-file.${1##*.}"
    t 0 "$1 with names" "$PADDOCK" report "secret-folder/Zqwxj-file.${1##*.}" -o named.html
    shows_itself named.html
    t 0 "$1 without" "$PADDOCK" report "secret-folder/Zqwxj-file.${1##*.}" --anonymise -o hidden.html
    hidden hidden.html
    cp "$1" "other.${1##*.}" && t 0 "$1: the same bytes, wherever the file is" "$PADDOCK" report "other.${1##*.}" --anonymise -o again.html
    cmp -s hidden.html again.html || complain "two pages of one recording differ"
}
# All texts of a replay, and all bytes of unknown meaning, get names, in UTF-8, Latin-1 and UTF-16 in turn.
fill='def name($at): "Zqwxj" + $at + "é";
    def unknown: (length / 2) as $size | (if $size % 4 < 2 then "5a7177786a" else "5a007100770078006a00" end) as $word
        | reduce range(0; $size) as $i (""; . + $word) | .[:$size * 2];
    def texts: with_entries(if (.value | type) == "string" and (.key | test("magic|track$|hash|unknown_block|upgrade") | not)
        then .value = (if .key == "event_info" then "{\"sceneDesc\":\"Zqwxj scene\",\"session\":\"RACE\",\"eventTitle\":\"Zqwxj cup\"}"
            elif .key | test("_file$|_id$") then "Zqwxj" + .key else name(.key) end) else . end);
    .parts |= (to_entries | map(.key as $n | .value | to_entries[0] as $part
        | if $n > 0 and $part.key == "bytes" then { bytes: ($part.value | unknown) }
          elif ($part.key | test("driver$|info$")) and ($part.value | type) == "object" then { ($part.key): ($part.value | texts
              | if has("name") then .name = "Zqwxj \(.slot)" else . end) }
          elif ($part.key | test("driver$")) then { ($part.key): ($part.value | map(to_entries | map(.key as $i
              | if (.value | type) == "string" and (.value | test("^[0-9a-f]{16,}$") | not) then "Zqwxj \($i)" else .value end))) }
          else . end))'
for dialect in r1 r2 l; do
    "$PADDOCK" synth vcr plain.vcr --session race --laps 3 --cars 4 --seed 5 --dialect $dialect --poses-every 15
    "$PADDOCK" dump plain.vcr plain.json && jq "$fill" plain.json >filled.json
    t 0 "$dialect: texts everywhere" "$PADDOCK" build filled.json filled-$dialect.vcr
    pages filled-$dialect.vcr
    LC_ALL=C grep -aq 'Driver 1' bytes.bin || complain "nobody is Driver 1"
done
"$PADDOCK" synth raf plain.raf --seconds 70 && "$PADDOCK" set plain.raf player="Zqwxj Player" -o filled.raf
pages filled.raf
"$PADDOCK" synth rply plain.rpl --cars 3 --seconds 60
for i in 0 1 2; do "$PADDOCK" set plain.rpl "car_name[$i].name=Zqwxj car $i" --in-place; done
pages plain.rpl
t 0 "tracks and surfaces are as they are" "$PADDOCK" synth rld secret-folder/Zqwxj.rld --points 100
t 0 "without the names of their files" "$PADDOCK" report secret-folder/Zqwxj.rld --anonymise -o hidden.html
hidden hidden.html
t 0 "several files" "$PADDOCK" report filled-r2.vcr filled-l.vcr --anonymise -o hidden.html
hidden hidden.html
t 2 "a name on the command line would be in the page" "$PADDOCK" report filled-r2.vcr --anonymise --driver Zqwxj -o x.html
err_has "takes a slot number"
no_file x.html
t 0 "a slot is no name" "$PADDOCK" report filled-r2.vcr --anonymise --driver 1 -o hidden.html
hidden hidden.html
printf 'driver,kind,reason\nZqwxj 0,note,said Zqwxj\n' >rulings.csv
t 2 "rulings name drivers" "$PADDOCK" report filled-r2.vcr --anonymise --rulings rulings.csv -o x.html
err_has "contradict each other"
