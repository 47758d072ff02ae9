#compdef paddock
# zsh completion for paddock.

_paddock_ids() {
    local -a ids=(${(f)"$(paddock fields 2>/dev/null | awk '/^[^ ]/ { print $1 }')"})
    _describe 'format' ids
}

_paddock_records() {
    local -a records=(${(f)"$(paddock fields 2>/dev/null | awk '{ print $1 }')"})
    _describe 'record' records
}

_paddock_tables() {
    local -a tables=(${(f)"$(paddock table ${(Q)line[1]} 2>/dev/null </dev/null | awk '/^  [^ ]/ { print $1 }')"})
    _describe 'table' tables
}

_paddock_columns() {
    local -a columns=(${(f)"$(paddock table ${(Q)line[1]} ${(Q)line[2]} --rows 0:0 2>/dev/null </dev/null | tr -d '\r' | tr ',' '\n')"})
    _values -s , 'column' $columns
}

_paddock_verbs() {
    local -a verbs=(
        'info:what a file is'
        'check:everything that is wrong with a file'
        'table:rows of a table as CSV or JSON lines'
        'fields:how a format is laid out'
        'formats:what this paddock can do'
        'dump:a file as JSON text'
        'build:the file back from its text'
        'set:change fields by name'
        'convert:a surface or track as another file'
        'surface:measure, query, draw, change a surface'
        'images:pictures out of a file'
        'track:a track driven the other way, or flat'
        'repair:a surface without what is wrong with it'
        'cut:a part of a recording'
        'unpack:the plain bytes of a packed file'
        'pack:a file packed'
        'synth:a generated file'
        'help:about one verb'
        'version:of command and library'
    )
    _describe 'verb' verbs
}

_paddock() {
    local line state
    local -a help=('(-h --help)'{-h,--help}'[how the verb is used]')
    local -a json=('--json[the answer as JSON]')
    local -a as=('--as[read as this format]:format:_paddock_ids')
    local -a reading=($help $as '--partial[take what is sound of a damaged file]' '--memory-limit[give up rather than take more memory]:bytes:'
        '--record-limit[give up on tables of more rows]:records:')
    local -a writing=('(-o --output)'{-o,--output}'[write here]:file:_files' '--in-place[take the place of the input]' '--plain[not packed again]')
    if (( CURRENT == 2 )); then
        _paddock_verbs
        return
    fi
    local verb=$words[2]
    shift words
    (( CURRENT-- ))
    case $verb in
    info) _arguments $reading $json '*:file:_files' ;;
    check) _arguments $reading $json '--level[how deep]:level:(structure full)' '*:file:_files' ;;
    table)
        _arguments $reading '--columns[these columns]:columns:_paddock_columns' '--rows[rows A to before B]:rows' \
            '--format[of the rows]:format:(csv jsonl)' '--units[units in the header]' \
            '(-o --output)'{-o,--output}'[write here]:file:_files' '1:file:_files' '2:table:_paddock_tables'
        ;;
    fields) _arguments $help $json '--markdown[as in docs/formats]' '1:record:_paddock_records' ;;
    formats) _arguments $help $json ;;
    dump) _arguments $reading '(-o --output)'{-o,--output}'[write here]:file:_files' '1:file:_files' ;;
    build) _arguments $help '1:text:_files' '2:output:_files' ;;
    set)
        _arguments $reading $writing '--recompute[write anew what follows]' \
            '1:file:_files' '*:change'
        ;;
    convert)
        _arguments $reading '--to[target]:target' '--fam[textures of a track]:file:_files' '--axes[what becomes x, y, z]:axes' \
            '--scale[metres a unit]:number' '--origin[to subtract]:origin:(auto none)' '--source-origin[missing from its points]:origin:(none)' \
            '--ascii[numbers as text]' '--double[coordinates as doubles]' '--line[reference line of OpenCRG]:points' \
            '--step[metres between heights]:metres' '--triangulate[give points triangles]' '--max-edge[longest edge]:metres' \
            '--blocks[squares for blocks]:metres' '--quantize[glb\: points in coarse steps]' \
            '--compress[glb\: packed by meshoptimizer]' '1:file:_files' '2:output:_files'
        ;;
    surface)
        _arguments $reading $json '(-o --output)'{-o,--output}'[write here]:file:_files' '--to[target]:target' '--origin[to subtract]:origin:(auto none)' \
            '--surface[of several this one]:name' '--box[X0,Y0,X1,Y1]:box' '--size[metres a tile]:metres' '--weld[join points so near]:millimetres' \
            '--error[how far off]:millimetres' '--ratio[share of the triangles]:share' '--lock-border[keep the edges]' \
            '*--at[at this point]:x,y' '--near[nearest to this height]:z' '--points[points of a CSV file]:file:_files' \
            '--path[where a car went]:file:_files' '--wheel[where a wheel of it went]:wheel:(front_left front_right rear_left rear_right)' '--from[where a profile begins]:x,y' '--step[metres between samples]:metres' \
            '--pixels[at most so many]:width x height' '--of[what is drawn]:what:(height hillshade slope)' \
            '1:tool:(stats check normals simplify crop tile merge query profile roughness raster compare)' '*:file:_files'
        ;;
    images)
        _arguments $reading $json '(-o --output)'{-o,--output}'[folder to write to]:folder:_files -/' '--entry[only this image]:image' \
            '1:file:_files'
        ;;
    track) _arguments $help $as $writing '1:edit:(reverse flatten)' '2:file:_files' ;;
    repair)
        _arguments $help $as $json $writing '--drop[also drop]:what:_values -s , what degenerate duplicates unused all' \
            '1:file:_files'
        ;;
    cut)
        _arguments $reading '--from[from this time on]:seconds' '--to[up to this time]:seconds' '--drivers[only these]:drivers' \
            '--gzip[packed]' $writing '1:file:_files'
        ;;
    unpack) _arguments $help '--in-place[change the file itself]' '--partial[take what is sound of a damaged file]' '1:packed file:_files' '2:output:_files' ;;
    pack)
        _arguments $help '--codec[which packing]:codec:(refpack huffman huffman-delta huffman-delta2 bytepair gzip auto)' \
            '--level[fast to small]:level:(1 2 3 4 5 6 7 8 9)' '--like[as the games did]:packer:(ea1998)' \
            '--variant[of the header]:code' '--in-place[change the file itself]' '1:file:_files' '2:output:_files'
        ;;
    synth)
        _arguments $help '--seed[another seed]:number' '--dialect[variant]:dialect:(r1 r2 l 1.1 2.1 open closed)' \
            '--cars[how many]:number' '--seconds[how long]:number' '--points[how many]:number' '--size[about this large]:bytes' \
            '--gzip[packed]' '1:format:_paddock_ids' '2:output:_files'
        ;;
    help) _arguments $help $json '1:verb:_paddock_verbs' ;;
    version) _arguments $help ;;
    esac
}

_paddock "$@"
