
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
