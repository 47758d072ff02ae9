
function __paddock_format
    paddock fields 2>/dev/null | awk '/^[^ ]/ { print $1 }'
end

function __paddock_record
    paddock fields 2>/dev/null | awk '{ print $1 }'
end

function __paddock_target
    paddock formats --json 2>/dev/null | sed -n '/"targets"/,/^  ]/s/.*"id": "\(.*\)".*/\1/p'
end

function __paddock_table
    set -l words (commandline -opc)
    paddock table $words[3] 2>/dev/null </dev/null | awk '/^  [^ ]/ { print $1 }'
end

function __paddock_columns
    set -l words (commandline -opc)
    paddock table $words[3] $words[4] --rows 0:0 --format csv 2>/dev/null </dev/null | tr ',' '\n'
end

function __paddock_image
    set -l words (commandline -opc)
    paddock info --json $words[3] 2>/dev/null </dev/null | grep -o '"images":\[.*' | grep -o '{"name":"[^"]*"' | cut -d '"' -f 4
end

complete -c paddock -n '__fish_seen_subcommand_from table' -a '(__paddock_table)'
complete -c paddock -n '__fish_seen_subcommand_from fields' -f -a '(__paddock_record)'
complete -c paddock -n '__fish_seen_subcommand_from synth' -a '(__paddock_format)'
complete -c paddock -n '__fish_seen_subcommand_from help' -f -a '(paddock help | awk "/^  [a-z]/ { print \$1 }")'
