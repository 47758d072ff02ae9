# bash completion for paddock: verbs, options, formats, records, and the tables and columns of the file at hand.

_paddock_options() {
    case $1 in
    info) echo '--json --partial --as --memory-limit --record-limit --help' ;;
    check) echo '--level --json --partial --as --memory-limit --record-limit --help' ;;
    table) echo '--columns --rows --format --units --output --partial --as --memory-limit --record-limit --help' ;;
    fields) echo '--json --markdown --help' ;;
    formats | help) echo '--json --help' ;;
    track) echo '--output --in-place --plain --as --help' ;;
    convert) echo '--to --fam --axes --scale --origin --source-origin --ascii --double --line --step --quantize --compress --triangulate --max-edge --blocks --partial --as --memory-limit --record-limit --help' ;;
    surface) echo '--json --output --to --step --origin --surface --box --size --pixels --of --weld --error --ratio --lock-border --partial --as --memory-limit --record-limit --help --at --near --points --path --wheel --from' ;;
    repair) echo '--output --in-place --plain --drop --json --as --help' ;;
    synth) echo '--seed --dialect --cars --seconds --points --size --gzip --help' ;;
    cut) echo '--from --to --drivers --gzip --plain --output --in-place --partial --as --memory-limit --record-limit --help' ;;
    dump) echo '--output --partial --as --memory-limit --record-limit --help' ;;
    images) echo '--output --entry --json --partial --as --memory-limit --record-limit --help' ;;
    set) echo '--output --in-place --plain --recompute --partial --as --memory-limit --record-limit --help' ;;
    pack) echo '--codec --level --like --variant --in-place --help' ;;
    unpack) echo '--in-place --partial --help' ;;
    build | version) echo '--help' ;;
    esac
}

_paddock_targets() { "$1" formats --json 2>/dev/null | sed -n '/"targets"/,/^  ]/s/.*"id": "\(.*\)".*/\1/p'; }
_paddock_ids() { "$1" fields 2>/dev/null | awk '/^[^ ]/ { print $1 }'; }
_paddock_records() { "$1" fields 2>/dev/null | awk '{ print $1 }'; }
_paddock_tables() { "$1" table "$2" 2>/dev/null </dev/null | awk '/^  [^ ]/ { print $1 }'; }
_paddock_images() { "$1" info --json "$2" 2>/dev/null </dev/null | grep -o '"images":\[.*' | grep -o '{"name":"[^"]*"' | cut -d '"' -f 4; }
_paddock_columns() { "$1" table "$2" "$3" --rows 0:0 2>/dev/null </dev/null | tr -d '\r' | tr ',' '\n'; }

_paddock() {
    local verbs='info check table fields formats convert dump build set images unpack pack track surface repair cut synth help version'
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} words= i
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$verbs --help --version" -- "$current")
        return
    fi
    local operands=()
    for ((i = 2; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --columns | --rows | --format | --output | -o | --as | --level | --seed | --dialect | --cars | --seconds | --points | --size | \
            --codec | --like | --variant | --drop | --from | --to | --drivers | --memory-limit | --record-limit | --fam | --axes | --scale | --origin | --entry | --surface | --box | --weld | --error | --ratio | --at | --near | --path | --wheel | --step | --pixels | --of) ((i++)) ;;
        -?*) ;;
        *) operands+=("${COMP_WORDS[i]}") ;;
        esac
    done
    case $previous in
    --as) words=$(_paddock_ids "$1") ;;
    --level) [ "$verb" = pack ] && words='1 2 3 4 5 6 7 8 9' || words='structure full' ;;
    --codec) words='refpack huffman huffman-delta huffman-delta2 bytepair gzip auto' ;;
    --like) words=ea1998 ;;
    --variant) words='10FB 11FB 90FB 91FB 30FB 31FB B0FB B1FB 32FB 33FB B2FB B3FB 34FB 35FB B4FB B5FB 46FB 47FB' ;;
    --format) words='csv jsonl' ;;
    --drop) words='degenerate duplicates unused all' ;;
    --dialect) words='r1 r2 l 1.1 2.1 open closed' ;;
    --columns)
        [ ${#operands[@]} -lt 2 ] || words=$(_paddock_columns "$1" "${operands[0]}" "${operands[1]}")
        local before=
        [[ $current != *,* ]] || before=${current%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$words" -- "${current##*,}")
        return
        ;;
    --to)
        [[ $verb != @(convert|surface) ]] || words=$(_paddock_targets "$1")
        ;;
    --entry) [ ${#operands[@]} -eq 0 ] || words=$(_paddock_images "$1" "${operands[0]}") ;;
    --of) words='height hillshade slope' ;;
    --points)
        [ "$verb" != surface ] || mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --output | -o | --fam | --path)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --rows | --seed | --cars | --seconds | --size | --from | --drivers | --axes | --scale | --origin | --source-origin | --line | --step | --max-edge | --blocks | --surface | --box | --weld | --error | --ratio | --at | --near | --wheel | --pixels) return ;;
    *)
        if [[ $current == -* ]]; then
            words=$(_paddock_options "$verb")
        else
            case $verb:${#operands[@]} in
            help:0) words=$verbs ;;
            fields:0) words=$(_paddock_records "$1") ;;
            track:0) words='reverse flatten' ;;
            surface:0) words='stats check normals simplify crop tile merge query profile roughness raster compare' ;;
            synth:0) words=$(_paddock_ids "$1") ;;
            table:1) words=$(_paddock_tables "$1" "${operands[0]}") ;;
            info:* | check:* | table:0 | dump:0 | convert:[01] | surface:[1-9]* | build:[01] | set:0 | images:0 | track:1 | repair:0 | cut:0 | unpack:[01] | pack:[01] | synth:1)
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
                return
                ;;
            esac
        fi
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o filenames -F _paddock paddock
