#!/bin/bash
# Writes the man page and the shell completions from the command's own tables.
#   tools/cli-docs.sh PADDOCK [FOLDER]     into FOLDER/docs/man and FOLDER/completion [this tree]
# tests/cli/cases/docs.sh fails when the files in the tree are not what this writes. Needs jq.
set -eu
paddock=$(realpath "${1:?usage: tools/cli-docs.sh PADDOCK [FOLDER]}")
top=$(cd "$(dirname "$0")/.." && pwd)
to=${2:-$top}
verbs=$("$paddock" help --json)
mkdir -p "$to/docs/man" "$to/completion"

# Every verb and tool: {path: "surface simplify", ...}.
flat='[.[] | . as $verb | ({path: .name} + del(.tools)), (.tools[]? | {path: ($verb.name + " " + .name)} + .)]'
# One entry for each option of all verbs.
all='[.[] | .options[], (.tools[]? | .options[])] | [group_by(.name)[] |
    .[0] + (if all(.argument) then {argument: (map(.argument) | unique | join(" or "))} else {} end)]'

# What completes the value of each option; `of`: the verb where it is another than in most, or *, which comes last.
values='| [.[] | .path as $path | .options[] | select(.argument) | . + {of: ($path | split(" ")[0])}] | [group_by(.name)[] |
    (group_by(.values) | max_by(length)[0].values) as $most |
    (map(select(.values != $most)) | unique_by(.of)[]), (map(select(.values == $most))[0] | .of = "*")]'

# ------------------------------------------------------------------------------------------------------------ man
# Text for roff: backslashes, dashes, a dot or quote at the beginning of a line.
roff='def roff: gsub("\\\\"; "\\e") | gsub("-"; "\\-") | gsub("(?<a>^|\n)(?<b>[.\u0027])"; .a + "\\&" + .b) | gsub("`(?<t>[^`]*)`"; "\\fB" + .t + "\\fR");'
option='def option: ".TP\n.B " + (if .letter then "\\-" + .letter + ", " else "" end) + "\\-\\-" + (.name | roff) +
    (if .argument then " \\fI" + (.argument | roff) + "\\fR" else "" end) + "\n" + (.help | roff);'
man_verbs() {
    jq -r "$roff $option $flat"'[] |
        ".SS paddock " + (.path | roff) + (if .operands == "" then "" else " " + (.operands | roff) end) + "\n" +
        (.summary | roff | (.[:1] | ascii_upcase) + .[1:]) + ".\n" +
        (if .details then (.details | roff) + "\n" else "" end) +
        (if .choices then ([.choices[] | ".TP\n.B " + .name + "\n" + (.meaning | roff) + " (" + .takes + ")\n"] | join("")) else "" end) +
        ".PP\nOptions: " + ([.options[] | "\\fB\\-\\-" + (.name | roff) + "\\fR"] | join(", ")) + ".\n" +
        ([.examples[] | ".PP\n.nf\n.RS\n" + (.command | roff) + "\n.RE\n.fi\n" + (.does | roff | (.[:1] | ascii_upcase) + .[1:]) + "."] | join("\n"))' <<<"$verbs"
}
man_options() { jq -r "$roff $option $all"'[] | option' <<<"$verbs"; }
{
    while IFS= read -r line; do
        case $line in
        @VERBS@) man_verbs ;;
        @OPTIONS@) man_options ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$top/docs/man/paddock.1.in"
} >"$to/docs/man/paddock.1"

# ---------------------------------------------------------------------------------------------------------- bash
{
    echo '# bash completion for paddock. tools/cli-docs.sh wrote this from the tables of the command.'
    echo
    echo "_paddock_verbs='$(jq -r 'map(.name) | join(" ")' <<<"$verbs")'"
    echo
    echo '_paddock_tools() {'
    echo '    case $1 in'
    jq -r '.[] | select(.tools) | "    " + .name + ") echo \u0027" + ([.tools[].name] | join(" ")) + "\u0027 ;;"' <<<"$verbs"
    echo '    esac'
    echo '}'
    echo
    echo '_paddock_choices() { # what the first operand of a verb may be'
    echo '    case $1 in'
    jq -r '.[] | select(.choices) | "    " + .name + ") echo \u0027" + ([.choices[].name] | join(" ")) + "\u0027 ;;"' <<<"$verbs"
    echo '    esac'
    echo '}'
    echo
    echo '_paddock_options() {'
    echo '    case $1 in'
    jq -r "$flat"'[] | "    \u0027" + .path + "\u0027) echo \u0027" + ([.options[] | "--" + .name] | join(" ")) + "\u0027 ;;"' <<<"$verbs"
    echo '    esac'
    echo '}'
    echo
    echo '# What may follow an option of a verb: words, @ and what kind of thing, or nothing that can be completed. Fails for a switch.'
    echo '_paddock_values() { # VERB OPTION'
    echo '    case $1:$2 in'
    jq -r "$flat $values"'[] | ("    " + .of + ":--" + .name + (if .letter then " | " + .of + ":-" + .letter else "" end)) + ") echo \u0027" + (.values // "") + "\u0027 ;;"' <<<"$verbs"
    echo '    *) return 1 ;;'
    echo '    esac'
    echo '}'
    cat "$top/tools/cli-docs/completion.bash"
} >"$to/completion/paddock.bash"

# ----------------------------------------------------------------------------------------------------------- zsh
zsh_quote='def quoted: gsub("\u0027"; "\u0027\\\u0027\u0027") | gsub("\\["; "\\[") | gsub("\\]"; "\\]") | gsub(":"; "\\:");'
zsh_values='def action: if . == null then " " elif . == "@file" then "_files" elif . == "@folder" then "_files -/"
    elif startswith("@") then "_paddock_" + .[1:] else "(" + . + ")" end;'
# $options: those of all verbs and tools, with the verb they are of, and a key for each meaning.
zsh_options='([.[] | .name as $of | (.options + [.tools[]?.options[]])[] | . + {of: $of}]) as $all |
    ([$all | group_by(.name)[] | (map(del(.of)) | unique | length > 1) as $differ | .[] | . + {key: (if $differ then .of + "-" + .name else .name end)}]) as $options |'
{
    echo '#compdef paddock'
    echo '# zsh completion for paddock. tools/cli-docs.sh wrote this from the tables of the command.'
    cat "$top/tools/cli-docs/completion.zsh"
    echo
    echo '_paddock_verbs() {'
    echo '    local -a verbs=('
    jq -r "$zsh_quote"'.[] | "        \u0027" + .name + ":" + (.summary | quoted) + "\u0027"' <<<"$verbs"
    echo '    )'
    echo "    _describe 'verb' verbs"
    echo '}'
    echo
    echo '# Adds an option to specs. One with two meanings (units) goes by its verb.'
    echo '_paddock_option() {'
    echo '    case $1 in'
    jq -r "$zsh_quote $zsh_values $zsh_options"'$options | unique_by(.key)[] | "    " + .key + ") specs+=(" +
            (if .letter then "\u0027(-" + .letter + " --" + .name + ")\u0027{-" + .letter + ",--" + .name + "}\u0027" else "\u0027" + (if .name == "at" or .name == "where" then "*" else "" end) + "--" + .name end) +
            "[" + (.help | quoted) + "]" + (if .argument then ":" + (.argument | quoted) + ":" + (.values | action) else "" end) + "\u0027) ;;"' <<<"$verbs"
    echo '    esac'
    echo '}'
    echo
    echo '_paddock_options() {'
    echo '    local -a specs names operands'
    echo '    case $1 in'
    jq -r "$zsh_options"'.[] | .name as $verb | "    " + $verb + ")\n        names=(" + ([$options[] | select(.of == $verb) | .key] | unique | join(" ")) + ")\n        operands=(" +
        (if .tools then "\u00271:tool:(" + ([.tools[].name] | join(" ")) + ")\u0027 \u0027*:file:_files\u0027"
            elif .choices then "\u00271:kind:(" + ([.choices[].name] | join(" ")) + ")\u0027 \u0027*:file:_files\u0027"
            elif .name == "table" then "\u00271:file:_files\u0027 \u00272:table:_paddock_table\u0027 \u0027*:file:_files\u0027"
            elif .name == "fields" then "\u00271:record:_paddock_record\u0027"
            elif .name == "synth" then "\u00271:format:_paddock_format\u0027 \u00272:output:_files\u0027"
            elif .name == "help" then "\u00271:verb:_paddock_verbs\u0027"
            elif .operands == "" then "" else "\u0027*:file:_files\u0027" end) + ")\n        ;;"' <<<"$verbs"
    echo '    esac'
    echo '    local option'
    echo '    for option in $names; do _paddock_option $option; done'
    echo '    _arguments $specs $operands'
    echo '}'
    echo
    echo '_paddock "$@"'
} >"$to/completion/paddock.zsh"

# ---------------------------------------------------------------------------------------------------------- fish
fish='def quoted: gsub("\\\\"; "\\\\") | gsub("\u0027"; "\\\u0027");
    def values: if . == null then "-x" elif . == "@file" then "-r" elif . == "@folder" then "-x -a \u0027(__fish_complete_directories)\u0027"
        elif startswith("@") then "-x -a \u0027(__paddock_" + .[1:] + ")\u0027" else "-x -a \u0027" + . + "\u0027" end;'
{
    echo '# fish completion for paddock. tools/cli-docs.sh wrote this from the tables of the command.'
    cat "$top/tools/cli-docs/completion.fish"
    jq -r "$fish"'.[] | "complete -c paddock -n __fish_use_subcommand -a " + .name + " -d \u0027" + (.summary | quoted) + "\u0027"' <<<"$verbs"
    jq -r '.[] | select(.tools) | "complete -c paddock -n \u0027__fish_seen_subcommand_from " + .name + "\u0027 -a \u0027" + ([.tools[].name] | join(" ")) + "\u0027"' <<<"$verbs"
    jq -r '.[] | select(.choices) | "complete -c paddock -n \u0027__fish_seen_subcommand_from " + .name + "\u0027 -a \u0027" + ([.choices[].name] | join(" ")) + "\u0027"' <<<"$verbs"
    jq -r "$fish"'[.[] | .name as $verb | (.options + [.tools[]?.options[]] | unique_by(.name))[] | . + {verb: $verb}] | group_by([.name, .values])[] |
        "complete -c paddock -n \u0027__fish_seen_subcommand_from " + (map(.verb) | unique | join(" ")) + "\u0027" +
        (if .[0].letter then " -s " + .[0].letter else "" end) + " -l " + .[0].name +
        (if .[0].argument then " " + (.[0].values | values) else "" end) + " -d \u0027" + (.[0].help | quoted) + "\u0027"' <<<"$verbs"
} >"$to/completion/paddock.fish"
