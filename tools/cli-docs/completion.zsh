
_paddock_format() {
    local -a ids=(${(f)"$(paddock fields 2>/dev/null | awk '/^[^ ]/ { print $1 }')"})
    _describe 'format' ids
}

_paddock_record() {
    local -a records=(${(f)"$(paddock fields 2>/dev/null | awk '{ print $1 }')"})
    _describe 'record' records
}

_paddock_target() {
    local -a ids=(${(f)"$(paddock formats --json 2>/dev/null | sed -n '/"targets"/,/^  ]/s/.*"id": "\(.*\)".*/\1/p')"})
    _describe 'format' ids
}

_paddock_table() {
    local -a tables=(${(f)"$(paddock table ${(Q)line[1]} 2>/dev/null </dev/null | awk '/^  [^ ]/ { print $1 }')"})
    _describe 'table' tables
}

_paddock_columns() {
    local -a columns=(${(f)"$(paddock table ${(Q)line[1]} ${(Q)line[2]} --rows 0:0 --format csv 2>/dev/null </dev/null | tr ',' '\n')"})
    _values -s , 'column' $columns
}

_paddock_image() {
    local -a images=(${(f)"$(paddock info --json ${(Q)line[1]} 2>/dev/null </dev/null | grep -o '"images":\[.*' | grep -o '{"name":"[^"]*"' | cut -d '"' -f 4)"})
    _describe 'image' images
}

_paddock() {
    local line state
    if (( CURRENT == 2 )); then
        _paddock_verbs
        _files
        return
    fi
    local verb=$words[2]
    shift words
    (( CURRENT-- ))
    _paddock_options $verb
}
