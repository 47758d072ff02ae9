# The two examples that `paddock help` prints of each verb and tool are run, with files of the names that they use; so a
# verb without two examples that work fails, and so does one that no test gives a wrong call (mistakes.sh).
"$PADDOCK" help --json >verbs.json
mkdir files bin && ln -s "$PADDOCK" bin/paddock
for program in less display; do printf '#!/bin/sh\ncat >/dev/null\n' >bin/$program && chmod +x bin/$program; done
(
    cd files || exit 1
    cp "$TOP/samples/lap.raf" lap.raf && cp lap.raf mine.raf && cp "$TOP/samples/lap-2.raf" best.raf
    cp "$TOP/samples/race.vcr" race.vcr && cp race.vcr a.vcr && cp race.vcr round1.vcr && cp race.vcr round2.vcr && mkdir season && cp race.vcr season/
    cp "$TOP/samples/track.tri" AL1.TRI && cp AL1.TRI TR1.TRI && "$PADDOCK" table TR1.TRI nodes >nodes.csv
    cp "$TOP/samples/track.fam" AL1_001.FAM
    "$PADDOCK" synth wwww JEEP.CFM --dialect car && "$PADDOCK" convert JEEP.CFM edited.glb
    for name in road scan surface a b before after; do cp "$TOP/samples/scan.rld" $name.rld; done
    "$PADDOCK" convert scan.rld scan.ply && "$PADDOCK" convert scan.rld scan.las && "$PADDOCK" surface tile road.rld tiles --cell 50
    "$PADDOCK" dump lap.raf lap.json && gzip -k race.vcr
    cp "$TOP/samples/pictures.fsh" AL1.FSH && cp AL1.FSH AL3.FSH && "$PADDOCK" pack AL1.FSH AL1.QFS
) >/dev/null 2>made.txt || { t 1 "the files are made" false; complain "$(cat made.txt)"; }
"$PADDOCK" sql 'SELECT 1' >/dev/null 2>&1 && has_sql=1 || skip "sql and ingest: DuckDB is not here"
"$PADDOCK" formats | grep -q '^  cairo  *yes' && has_cairo=1 || skip "a plot as PNG: cairo is not here"
while IFS=$'\t' read -r verb command; do
    case "$command" in
    "paddock sql"* | "paddock ingest"*) [ -n "${has_sql-}" ] || continue ;;
    "paddock plot"*.png*) [ -n "${has_cairo-}" ] || continue ;;
    esac
    rm -rf work && cp -a files work
    [[ $command != *"--status dataset"* ]] || (cd work && "$PADDOCK" ingest season --to dataset -q)
    sh_t 0 "$verb: $command" "cd work && PATH=$PWD/bin:\$PATH && set -o pipefail && { $command; } || { [ \$? -eq 1 ] && [ $verb = check ]; }"
done < <(jq -r '.[] | (., .tools[]?) | .name as $verb | .examples[] | [$verb, .command] | @tsv' verbs.json)

t 0 "every verb and tool has two examples, each with what it does" jq -r '.[] | (., .tools[]?) | select([.examples[] | select(.command != "" and .does != "")] | length != 2) | .name' verbs.json
out_empty
t 0 "every verb is called wrongly in mistakes.sh" true
for verb in $(jq -r '.[].name' verbs.json); do
    grep -qE "^ *(if .*; then )?mistake [1-5] ['\"]$verb( |['\"])" "$TOP/tests/cli/cases/mistakes.sh" || complain "no mistake of $verb"
done
