# bash completion for paddock. tools/cli-docs.sh wrote this from the tables of the command.

_paddock_verbs='info check table standings laps stints compare plot incidents rules season report sql ingest fields formats convert dump build set images track surface repair cut unpack pack synth help version'

_paddock_tools() {
    case $1 in
    track) echo 'reverse flatten heights' ;;
    surface) echo 'stats check holes fill normals simplify crop tile merge query profile roughness sections raster compare' ;;
    esac
}

_paddock_choices() { # what the first operand of a verb may be
    case $1 in
    plot) echo 'channels delta map positions gaps laptimes gg histogram corners surface incident density results laps stints' ;;
    esac
}

_paddock_options() {
    case $1 in
    'info') echo '--evidence --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'check') echo '--level --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'table') echo '--table --columns --all --rows --time --where --format --units --excel --car-info --track --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'standings') echo '--join --at --lap --line --positions --gaps --class --json --excel --chat --size --theme --output --no-clobber --as --partial --memory-limit --record-limit --quiet --rulings --results --help' ;;
    'laps') echo '--join --driver --where --sort --corners --minisectors --line --json --excel --chat --size --theme --rulings --results --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'stints') echo '--driver --join --json --excel --chat --size --theme --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'compare') echo '--by --align --max-residual --step --track --line --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'plot') echo '--columns --units --of --over --time --driver --table --size --title --theme --by --step --line --track --path --coordinates --surface --source-origin --no-incidents --id --every --width --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'incidents') echo '--driver --lap --turn --kind --clips --track --before --after --gap --all --markdown --output --no-clobber --as --partial --memory-limit --record-limit --quiet --json --help' ;;
    'rules') echo '--driver --min-stop --pit-limit --jump-tolerance --json --excel --chat --size --theme --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'season') echo '--points --pole --fastest-lap --best --teams --rulings --join --title --json --excel --output --no-clobber --chat --size --theme --as --partial --memory-limit --record-limit --quiet --help' ;;
    'report') echo '--title --anonymise --join --driver --hz --track --ground --all --fam --rulings --results --car-info --library --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'sql') echo '--format --excel --json --on-error --output --no-clobber --memory-limit --record-limit --quiet --help' ;;
    'ingest') echo '--to --tables --jobs --batch --status --memory-limit --record-limit --quiet --help' ;;
    'fields') echo '--json --markdown --output --no-clobber --quiet --help' ;;
    'formats') echo '--json --output --no-clobber --quiet --help' ;;
    'convert') echo '--to --axes --scale --origin --source-origin --crs --fam --triangulate --max-edge --blocks --of --ascii --double --line --step --width --error --crg --quantize --compress --driver --time --car --track --reference --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'dump') echo '--output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'build') echo '--output --no-clobber --quiet --help' ;;
    'set') echo '--images --palette --resize --recompute --output --no-clobber --in-place --plain --as --partial --memory-limit --record-limit --quiet --help' ;;
    'images') echo '--entry --fam --json --from --palette --output --no-clobber --in-place --plain --as --partial --memory-limit --record-limit --quiet --help' ;;
    'track') echo '--help' ;;
    'track reverse') echo '--output --no-clobber --in-place --plain --as --quiet --help' ;;
    'track flatten') echo '--output --no-clobber --in-place --plain --as --quiet --help' ;;
    'track heights') echo '--from --output --no-clobber --in-place --plain --as --quiet --help' ;;
    'surface') echo '--help' ;;
    'surface stats') echo '--surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface check') echo '--surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface holes') echo '--surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface fill') echo '--max-area --surface --origin --crs --to --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface normals') echo '--surface --origin --crs --to --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface simplify') echo '--error --ratio --lock-border --surface --origin --crs --to --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface crop') echo '--box --surface --origin --crs --to --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface tile') echo '--cell --surface --origin --crs --to --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface merge') echo '--weld --surface --origin --crs --to --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface query') echo '--at --coordinates --path --wheel --near --surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface profile') echo '--line --coordinates --path --wheel --step --near --surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface roughness') echo '--line --coordinates --path --wheel --step --near --every --surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface sections') echo '--every --width --line --coordinates --path --wheel --step --near --surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface raster') echo '--of --cell --size --crs --surface --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'surface compare') echo '--cell --size --surface --json --output --no-clobber --as --partial --memory-limit --record-limit --quiet --help' ;;
    'repair') echo '--drop --json --output --no-clobber --in-place --plain --as --quiet --help' ;;
    'cut') echo '--time --drivers --gzip --output --no-clobber --in-place --plain --as --partial --memory-limit --record-limit --quiet --help' ;;
    'unpack') echo '--output --no-clobber --in-place --partial --quiet --help' ;;
    'pack') echo '--codec --level --like --variant --output --no-clobber --in-place --quiet --help' ;;
    'synth') echo '--seed --dialect --cars --seconds --points --bytes --gzip --session --laps --minutes --time --poses-every --without --with --lose --late --truth --hand --output --no-clobber --quiet --help' ;;
    'help') echo '--json --help' ;;
    'version') echo '--help' ;;
    esac
}

# What may follow an option of a verb: words, @ and what kind of thing, or nothing that can be completed. Fails for a switch.
_paddock_values() { # VERB OPTION
    case $1:$2 in
    *:--after) echo '' ;;
    *:--align) echo 'auto none' ;;
    *:--as) echo '@format' ;;
    *:--at) echo '' ;;
    *:--axes) echo '' ;;
    *:--batch) echo '' ;;
    *:--before) echo '' ;;
    *:--best) echo '' ;;
    *:--blocks) echo '' ;;
    *:--box) echo '' ;;
    *:--by) echo 'ruler projection distance' ;;
    *:--bytes) echo '' ;;
    *:--car) echo '@file' ;;
    *:--car-info) echo '@file' ;;
    *:--cars) echo '' ;;
    *:--cell) echo '' ;;
    *:--class) echo '' ;;
    *:--clips) echo '@folder' ;;
    *:--codec) echo 'refpack huffman huffman-delta huffman-delta2 bytepair gzip auto' ;;
    *:--columns) echo '@columns' ;;
    *:--coordinates) echo '@file' ;;
    *:--crg) echo '@file' ;;
    *:--crs) echo '' ;;
    *:--dialect) echo 'r1 r2 l 1.1 2.1 open closed car track' ;;
    *:--driver) echo '' ;;
    *:--drivers) echo '' ;;
    *:--drop) echo 'degenerate duplicates unused all' ;;
    *:--entry) echo '@image' ;;
    *:--error) echo '' ;;
    *:--every) echo '' ;;
    *:--fam) echo '@file' ;;
    *:--fastest-lap) echo '' ;;
    *:--format) echo 'csv jsonl' ;;
    *:--from) echo '@file' ;;
    *:--gap) echo '' ;;
    *:--ground) echo '@file' ;;
    *:--hand) echo '' ;;
    *:--hz) echo '' ;;
    *:--id) echo '' ;;
    *:--images) echo '@folder' ;;
    *:--jobs) echo '' ;;
    *:--jump-tolerance) echo '' ;;
    *:--kind) echo 'contact impact spin off_track damage near_miss unsafe_return lock_up' ;;
    *:--lap) echo '' ;;
    *:--laps) echo '' ;;
    *:--late) echo '' ;;
    *:--level) echo 'structure full 1 2 3 4 5 6 7 8 9' ;;
    *:--library) echo '@file' ;;
    *:--like) echo 'ea1998' ;;
    *:--line) echo '' ;;
    *:--lose) echo '' ;;
    *:--max-area) echo '' ;;
    *:--max-edge) echo '' ;;
    *:--max-residual) echo '' ;;
    *:--memory-limit) echo '' ;;
    *:--min-stop) echo '' ;;
    *:--minisectors) echo '' ;;
    *:--minutes) echo '' ;;
    *:--near) echo '' ;;
    *:--of) echo 'height hillshade slope block contour roughness sections speed gear throttle brake delta lap strip box' ;;
    *:--on-error) echo 'skip stop' ;;
    *:--origin) echo 'auto none' ;;
    *:--output | *:-o) echo '@file' ;;
    *:--over) echo 'distance time' ;;
    *:--path) echo '@file' ;;
    *:--pit-limit) echo '' ;;
    *:--points) echo '' ;;
    *:--pole) echo '' ;;
    *:--poses-every) echo '' ;;
    *:--ratio) echo '' ;;
    *:--record-limit) echo '' ;;
    *:--reference) echo '@file' ;;
    *:--results) echo '@file' ;;
    *:--rows) echo '' ;;
    *:--rulings) echo '@file' ;;
    *:--scale) echo '' ;;
    *:--seconds) echo '' ;;
    *:--seed) echo '' ;;
    *:--session) echo 'race qualifying practice' ;;
    *:--size) echo '' ;;
    *:--sort) echo 'time' ;;
    *:--source-origin) echo 'none' ;;
    *:--status) echo '@folder' ;;
    *:--step) echo '' ;;
    *:--surface) echo '' ;;
    *:--table) echo '@table' ;;
    *:--tables) echo '' ;;
    *:--teams) echo '@file' ;;
    *:--theme) echo 'light dark' ;;
    *:--time) echo '' ;;
    *:--title) echo '' ;;
    ingest:--to) echo '@folder' ;;
    *:--to) echo '@target' ;;
    *:--track) echo '@file' ;;
    *:--truth) echo '@file' ;;
    *:--turn) echo '' ;;
    *:--units) echo 'kmh mph deg rpm mm kN F' ;;
    *:--variant) echo '10FB 11FB 90FB 91FB 30FB 31FB B0FB B1FB 32FB 33FB B2FB B3FB 34FB 35FB B4FB B5FB 46FB 47FB' ;;
    *:--weld) echo '' ;;
    *:--wheel) echo 'front_left front_right rear_left rear_right' ;;
    *:--where) echo '' ;;
    *:--width) echo '' ;;
    *:--with) echo 'abreast wide absent boxed escapes status damage formation jumps speeding lag' ;;
    *:--without) echo 'crossings order contacts pit penalties start joins notices' ;;
    *) return 1 ;;
    esac
}

_paddock_things() { # KIND PADDOCK FILE TABLE
    case $1 in
    @format) "$2" fields 2>/dev/null | awk '/^[^ ]/ { print $1 }' ;;
    @record) "$2" fields 2>/dev/null | awk '{ print $1 }' ;;
    @target) "$2" formats --json 2>/dev/null | sed -n '/"targets"/,/^  ]/s/.*"id": "\(.*\)".*/\1/p' ;;
    @table) [ -z "$3" ] || "$2" table "$3" 2>/dev/null </dev/null | awk '/^  [^ ]/ { print $1 }' ;;
    @columns) [ -z "$4" ] || "$2" table "$3" "$4" --rows 0:0 --format csv 2>/dev/null </dev/null | tr ',' '\n' ;;
    @image) [ -z "$3" ] || "$2" info --json "$3" 2>/dev/null </dev/null | grep -o '"images":\[.*' | grep -o '{"name":"[^"]*"' | cut -d '"' -f 4 ;;
    esac
}

_paddock() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} words= i values
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$_paddock_verbs --help --version" -- "$current"; compgen -f -- "$current")
        return
    fi
    local operands=() table=
    for ((i = 2; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --table) table=${COMP_WORDS[i + 1]} ;;&
        -?*) ! _paddock_values "$verb" "${COMP_WORDS[i]}" >/dev/null || ((i++)) ;;
        *) operands+=("${COMP_WORDS[i]}") ;;
        esac
    done
    if [ -n "$(_paddock_tools "$verb")" ]; then
        if [ ${#operands[@]} -eq 0 ]; then
            mapfile -t COMPREPLY < <(compgen -W "$(_paddock_tools "$verb") --help" -- "$current")
            return
        fi
        verb="$verb ${operands[0]}"
        operands=("${operands[@]:1}")
    fi
    if values=$(_paddock_values "${verb%% *}" "$previous"); then
        case $values in
        '') return ;;
        @file | @folder)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        @*) words=$(_paddock_things "$values" "$1" "${operands[0]-}" "${operands[1]:-$table}") ;;
        *) words=$values ;;
        esac
        local before=
        [[ $values != @columns || $current != *,* ]] || before=${current%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$words" -- "${current##*,}")
        return
    fi
    if [[ $current == -* ]]; then
        words=$(_paddock_options "$verb")
    else
        [ ${#operands[@]} -gt 0 ] || words=$(_paddock_choices "$verb")
        case $verb:${#operands[@]}:$words in
        help:0:) words=$_paddock_verbs ;;
        help:1:) words=$(_paddock_tools "${operands[0]}") ;;
        fields:0:) words=$(_paddock_things @record "$1") ;;
        synth:0:) words=$(_paddock_things @format "$1") ;;
        table:1:) words=$(_paddock_things @table "$1" "${operands[0]}") ;;
        *:)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o filenames -F _paddock paddock
