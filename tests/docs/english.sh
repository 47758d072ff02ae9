#!/bin/bash
# Docs, help, messages, comments and the texts of the page are in English that everybody reads at once: none of the turns of phrase listed
# here, which are taken from other languages; a page has at most 400 lines, README three screens.    english.sh TOP PADDOCK
. "$(dirname "$0")/../support/tap.sh"
top=$1 paddock=$2
cd "$top" || exit 1

# A regular expression, then what to write instead.
habits=$(cat <<'LIST'
\b(is|are|was|were|be|been) told\b => is recorded, shown, known
\b(file|page|recording|replay|game|event|bit|poses?|crossings?|answer|parties|session|lap|nothing|none|neither)s? tells?\b => records, shows, says
\bnot told\b|\btells? .{1,20} apart\b|\bcannot tell\b => unknown; distinguish; does not show
(^|[.:;] |/\* )Whoever [a-z]+|(^|[.] |/\* )Who [a-z]+s [a-z][^?]*$ => a driver who, a program that, if you
\b(for|of|by) who(ever)? (is|was|has|had|drove|left|did)\b => drivers who
\b(for want of|at hand)\b => without; that we have
\b(is|are|was|were) gone\b => is deleted, has disappeared
\bgoes on\b|\b(go|going) on (with|below|above|to|from|as|at|until|without|behind|after)\b => continues
(^|[.:;] )Of (several|two|many|files|all|those|these)\b => with several, if there are two
\b(a|one) (row|column|corner|file|library|line|byte|lap) more\b => an extra row
; else\b|, else (the|it|they|a|an|from|as|in|by|on)\b => otherwise
\b(files|terminals|sources|programs|letters|line|tables) of (Parquet|Windows|libraries|all languages|time|yours)\b => Parquet files
\bof (its|their|your|our) own([.,;:)"]|$| (that|and|is|in|for|here|from|as|which|making)\b) => its own
\bnobody (knows|gives|wants|sees|can read|has described|is seen|moves|drives)\b => unknown; no driver
\b(so|as) (long|many|late|large) as that\b|\bby so many\b|\bsome hundreds? (of )?(bytes|files|rows)\b => a few hundred
\bstands? (behind|beside|there|under the|in the place)\b => follows, is, appears
\b(taken|gives|given|hands|handed) (back|away) (to the system|by an official|with)\b => returned; rescinded
\bat work\b => running, active
\bwhat (else )?stands (in|at|around|before|between|along|where|well)\b|\b(it|that|which|what) lies (beside|behind|in the file)\b => is
, but for (what|the|a few|few|its|those|rounding)\b|\bthe same,? but for\b => except
, be it\b => even if, whether
\bin place of\b => instead of
\bas (it|they) (is|are) driven\b => as driven
\b(says?|said|knows?|known|learnt) (nothing |more |so |anything |it |little )?of\b => says about, known about
\btells? of\b => says about, records
\b(is|are|was|were) asked for\b => is requested, on request
\bheld against\b => compared with
\balso of\b => even for
\b(at least|at most|about|exactly|up to|only|by|of|after|for) so (many|much|few)\b => that many, this many
\banew\b => again
\b(given|gives?) back\b => freed, returned
\bgoes (when|at the end)\b => is freed when, is deleted at
\bof late\b|\blately\b => recently
\bbefore (and|or) (a little )?behind\b|\b(at|first|last) or behind\b => before and after
\bbehind (the|its|their|each) (end|flag|header|formation|tag|number|value|call|step|tick|word)s?\b => after
\b(bytes|zeros|letters|numbers?|names?|slot|text|nothing|something|what is|pasted|comma) behind (it|them|the|each|a)\b => after it
LIST
)
look() { # WHAT, then files or lines on standard input with "name:line:text"
    local what=$1 found=
    while IFS= read -r habit; do
        hits=$(grep -E -- "${habit% => *}" "$scratch/texts" | head -n 5)
        [ -z "$hits" ] || found+="  write \"${habit##* => }\":"$'\n'"$(sed 's/^/    /' <<<"$hits")"$'\n'
    done <<<"$habits"
    printf '%s' "$found"
    [ -z "$found" ]
    tap "$what" $?
}

# Tables of fields and of the JSON come from code: their texts are looked at there.
pages=$(find README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md docs -name '*.md' ! -path 'docs/contract*.md' | sort)
for page in $pages; do
    awk '/^```/ { inside = !inside } !inside { print FILENAME ":" FNR ":" $0 }' "$page"
done | sed 's/`[^`]*`/CODE/g' >"$scratch/texts"
[ "$(wc -l <"$scratch/texts")" -gt 3000 ]
tap "there are pages" $?
look "pages"
{ for verb in $("$paddock" help --json | jq -r ".[].name"); do
    "$paddock" help "$verb" 2>/dev/null | sed "s/^/help $verb: /"
done; } >"$scratch/texts"
[ "$(wc -l <"$scratch/texts")" -gt 500 ]
tap "there is help" $?
look "help"
grep -nE '^ *(/\*| \*)|/\*' include/paddock/*.h >"$scratch/texts"
look "docstrings of public headers"
printf '%s\n' 'int one; /* what is' '           * told */' 'f("// not told", 2); // is' '// told' >"$scratch/a.c"
printf '%s\n' 'def one():' '    """What is' '    told."""' 'two = "# not told" # is told' >"$scratch/a.py"
printf '%s\n' '# what is' '# told' 'echo "# not told"' >"$scratch/a.sh"
[ "$(awk -f tests/docs/comments.awk "$scratch"/a.c "$scratch"/a.py "$scratch"/a.sh | grep -c 'is told')" = 5 ]
tap "a comment is read over the ends of lines, and no text of code is" $?
# Each comment is one line here, so that a phrase is found where it goes over the end of a line.
find src cli sql dataset parts bindings web/src tests fuzz bench examples tools cmake CMakeLists.txt include -name node_modules -prune -o \
    -regextype egrep -type f -regex '.*(\.(c|h|def|cpp|ts|m?js|cjs|sh|py|cmake|awk)|CMakeLists\.txt)' -print0 |
    xargs -0 awk -f tests/docs/comments.awk >"$scratch/texts"
[ "$(wc -l <"$scratch/texts")" -gt 20000 ]
tap "there are comments" $?
look "comments"
grep -rnoE "'([^'\\]|\\\\.){12,}'|\`([^\`\\]|\\\\.){12,}\`?" web/src bindings/wasm --include='*.ts' --include='*.js' >"$scratch/texts"
[ "$(wc -l <"$scratch/texts")" -gt 1500 ]
tap "there are texts of the page" $?
look "texts of the page"
grep -rnoE '"([^"\\]|\\.){12,}"' src cli sql dataset --include='*.c' --include='*.h' --include='*.def' --include='*.cpp' |
    grep -v '#include' | sed 's/"/ /g' >"$scratch/texts"
[ "$(wc -l <"$scratch/texts")" -gt 3000 ]
tap "there are messages" $?
look "messages and descriptions in code"

for page in $pages; do
    most=400
    [ "$page" != README.md ] || most=200
    [ "$page" != CHANGELOG.md ] || continue # it grows with each version
    [ "$(wc -l <"$page")" -le "$most" ] || echo "  $page has more than $most lines"
done >"$scratch/long"
cat "$scratch/long"
[ ! -s "$scratch/long" ]
tap "no page is long" $?
tap_end
