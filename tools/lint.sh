#!/bin/sh
# Rules no compiler knows: blanks, machine paths, guards, which room may use which (tools/arrows.txt), file sizes.
# One line "ok" or "not ok" a rule; files over 500 lines are only named.
set -u
cd "$(dirname "$0")/.." || exit 1
cases=0 failures=0

# rule NAME FINDINGS: nothing found is well.
rule() {
    cases=$((cases + 1))
    if [ -z "$2" ]; then
        echo "ok $cases - $1"
    else
        failures=$((failures + 1))
        echo "not ok $cases - $1"
        printf '%s\n' "$2" | sed 's/^/  /' | head -n 30
    fi
}

# Tracked files, or in an unpacked archive all that are not built.
files() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then git ls-files --cached --others --exclude-standard
    else find . -type f ! -path './build*' ! -path './.git/*' | sed 's|^\./||'; fi | while read -r file; do
        [ -f "$file" ] && echo "$file"
    done
}
all=$(files)
sources=$(echo "$all" | grep -E '\.(c|h|cpp|def)$')
texts=$(echo "$all" | grep -E '\.(c|h|cpp|def|md|txt|cmake|in|sh|awk|json|js|mjs|ts|dict|1)$|(^|/)(Makefile|run|CMakeLists\.txt)$')

tab=$(printf '\t')
rule "no tabs in sources" "$(echo "$sources" | xargs -r grep -n "$tab")"
rule "no blanks at the ends of lines" "$(echo "$texts" | grep -v '\.info$' | xargs -r grep -nE '[[:blank:]]+$')"
# Field tables (between clang-format off and on) and definitions have one line an entry: more room.
rule "C sources have lines of 120 columns at most, field tables and definitions of 160" "$(echo "$sources" | xargs -r awk '
    FNR == 1 { table = FILENAME ~ /\.def$/ }
    /clang-format off/ { table = 1 }
    /clang-format on/ { table = 0 }
    length > (table ? 160 : 120) { print FILENAME ":" FNR ": " length " columns" }')"
rule "files end with a line end" "$(for file in $texts; do [ -z "$(tail -c 1 "$file")" ] || echo "$file"; done)"
rule "no carriage returns" "$(echo "$texts" | xargs -r grep -lF "$(printf '\r')")"
# The patterns are put together here so that this file does not find itself.
rule "no paths of one machine" "$(echo "$texts" | xargs -r grep -nE "(^|[^a-zA-Z0-9_.\$}{])/(ho""me|wo""rk|Use""rs|ro""ot)/")"
rule "no package hosts" "$(echo "$texts" | xargs -r grep -nE "(http|https|ftp)://([a-z0-9.-]*\.)?(de""b|py""pi|np""mjs|regi""stry|archi""ve\.ubuntu|crat""es|sour""ceforge)[a-z0-9.-]*")"
rule "no unfinished work" "$(echo "$sources" | xargs -r grep -nE "TO""DO|FIX""ME")"

rule "headers have a guard of their own" "$(for header in $(echo "$sources" | grep '\.h$'); do
    guard=$(sed -n 's/^#ifndef \(PADDOCK_[A-Z0-9_]*_H\)$/\1/p' "$header" | head -n 1)
    { [ -n "$guard" ] && grep -q "^#define $guard\$" "$header"; } || echo "$header"
done
echo "$sources" | grep '\.h$' | xargs -r sed -n 's/^#ifndef \(PADDOCK_.*_H\)$/\1/p' | sort | uniq -d)"
# A place in a record is a field of a layout table, or a name from a *_layout.h that the table uses too. 4 * i is a stride.
rule "no offsets as plain numbers outside layouts" "$(echo "$sources" | grep -E '^src/(format|model/model|motion|answer|out/(logger|recording|animation))/' |
    grep -vE '_layout\.[ch]$|_payloads\.c$' |
    xargs -r grep -nE 'pdk_(load|store)_[a-z0-9]+\([^;]*[])a-z_] \+ (0x)?[0-9]+[,)]|(offset|at|data|bytes) \+ (0x)?[0-9]+, "|"[a-z_]+\.[a-z_.]+", (0x)?[1-9][0-9A-Fa-f]*, ')"
# A value in a struct that may be missing has a bool of its own (core.h); arrays of doubles have NaN, arguments nothing.
rule "structs of the public header say what is missing by has_NAME" "$(echo "$sources" | grep '^include/paddock/' |
    xargs -r awk '/^typedef struct .*[{]$/ { inside = 1 } /^}/ { inside = 0 } (inside ? /NaN|UINT(32|64)_MAX|INT32_MIN|data NULL/ && !/^ *const (float|double) [*]/ : /NaN = /) { print FILENAME ":" FNR ": " $0 }')"
# Bindings are made from the header by tools that read declarations.
rule "the public header has no function bodies" "$(echo "$sources" | grep '^include/paddock/' | xargs -r grep -n '^static inline')"
# What travels together is a struct. `most` only ever goes down.
most=55
parameters=$(echo "$sources" | grep -E '^(src|cli|dataset|sql|parts)/.*\.c$' | xargs -r awk -v more=6 -f tools/parameters.awk | sort -rn)
rule "no function has more than nine parameters, at most $most have more than six" "$(echo "$parameters" | awk '$1 > 9'
    echo "$parameters" | awk -v most="$most" 'END { if (NR > most) print NR " have more than six" }')"
rule "no two sources of the library share a name" "$(echo "$sources" | grep '^src/' | sed 's|.*/||' | sort | uniq -d)"

# arrows FOLDER ALLOWED: the project's own includes of a folder begin with one of the allowed.
arrows() {
    rule "$1 uses only: $2" "$(echo "$sources" | grep "^$1/" | xargs -r grep -nE '^#include "' | grep -vE "#include \"($(echo "$2" | tr ' ' '|'))")"
}
arrows src/base/platform 'platform/'
for part in cairo mesh png; do arrows parts/$part 'parts/ coder.h draw.h'; done
arrows parts/duckdb 'parts/ platform/threads.h sql/'
arrows parts/sql 'paddock/paddock.h sql_part.h sql_rows.h platform/threads.h sql/ dataset/'
rule "rooms use what tools/arrows.txt allows" "$(tools/arrows.sh --findings)"
for side in $(echo "$sources" | sed -n 's|^src/base/platform/\([a-z]*\)/.*|\1|p' | sort -u); do
    rule "platform/$side is included by itself only" "$(echo "$sources" | grep -v "^src/base/platform/$side/" | xargs -r grep -nF "#include \"platform/$side/")"
done
rule "only src/base/platform knows a system" "$(echo "$sources" | grep -E '^(src|parts|cli|sql|dataset)/' | grep -v '^src/base/platform/' |
    xargs -r grep -nE '#include <(unistd|fcntl|poll|signal|dirent|termios|pthread|sched|dlfcn|link|time|io|windows|sys/[a-z]+)\.h>')"
# What generates files keeps the C library's (decision 24).
rule "sines, angles and lengths come from base/trigonometry.h" "$(echo "$sources" | grep '^src/.*\.c$' | grep -vE '^src/(generator|base/base)/|_synth|/fam_paint\.c$' |
    xargs -r grep -nE '(^|[^a-z_0-9])(sin|cos|tan|asin|acos|atan|atan2|hypot)f?\(' | grep -vE '^[^:]*:[0-9]+: *(/?\*|.*\.meaning)')"
rule "functions of the caller are called by base/callback.h" "$(echo "$sources" | grep '^src/.*\.c$' | grep -vF src/base/base/callback.c |
    xargs -r grep -nE '(->|\.)(progress|handler|note)\(([a-z_]+(->|\.))*(progress_|note_)?user,' | grep -vF src/format/walk.c)"
rule "headers declare a type or an enumerator once" "$(echo "$sources" | grep -E '^(src|cli|sql|dataset|parts|include)/.*\.h$' | xargs -r awk -f cmake/declared.awk -f tools/twice.awk)"
rule "no function has the name of a system call" "$(echo "$sources" | grep '\.c$' |
    xargs -r grep -nE '^static [a-z_0-9 *]+[ *](open|close|read|write|tell|send|accept|wait|link|pipe|connect|bind|select|poll|kill|stat|sync|rename|remove|look)\(')"
rule "the library compares names by base/nocase.h" "$(echo "$sources" | grep -E '^(src|parts)/' | xargs -r grep -nF '#include <strings.h>')"
rule "bindings/wasm uses the public header, the writer of JSON and its own" "$(echo "$sources" | grep "^bindings/wasm/" | xargs -r grep -nE "^#include \"" | grep -vE "#include \"(paddock/paddock\.h|json/(contract|json)\.h|shim\.h)\"")"
rule "sessions and datasets print nothing, and know no signals" "$(echo "$sources" | grep -E '^(sql|dataset)/' | xargs -r grep -nE 'platform/(signals|console)\.h|std(out|err)|[^a-z_](printf|puts)\(')"
rule "examples use the public header alone" "$(echo "$sources" | grep '^examples/' | xargs -r grep -nE '^#include "')"

# The page: what its linter (make lint, make test-web) has no rule for.
page=$(echo "$all" | grep '^web/src/.*\.ts$')
rule "web/src has lines of 140 characters at most" "$(echo "$all" | grep -E '^web/src/.*\.(ts|css)$' | xargs -r awk 'length > 140 { print FILENAME ":" FNR }')"
rule "web/src goes round no type" "$(echo "$page" | xargs -r grep -nE 'as unknown as|as (any|never)\b|: any\b|<any>|@ts-')"
rule "what web/src exports is used in another of its files" "$(echo "$page" | xargs -r awk '
    FNR == 1 { file++ }
    match($0, /^export (abstract |async )?(const|let|function|class|interface|type) [A-Za-z0-9_]+/) {
        name = substr($0, RSTART, RLENGTH); sub(/.* /, "", name); from[name] = file; at[name] = FILENAME ":" FNR
    }
    { line = $0; while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
        if (!((word, file) in seen)) { seen[word, file] = 1; files[word]++ }
    } }
    END { for (name in from) if (files[name] < 2) print at[name] ": " name }')"

for file in $(echo "$sources" | grep '\.c$'); do
    lines=$(wc -l <"$file")
    [ "$lines" -le 500 ] || echo "note: $file has $lines lines; above 500 a file has more than one job"
done
[ "$failures" -eq 0 ]
