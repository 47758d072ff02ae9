#compdef paddock
# zsh completion for paddock. tools/cli-docs.sh wrote this from the tables of the command.

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

_paddock_verbs() {
    local -a verbs=(
        'info:say what a file is and what is in it'
        'check:find everything that is wrong with a file'
        'table:print the rows of a table, as CSV, JSON lines or Parquet'
        'standings:say who won\: results and gaps, at the end or at any time before'
        'laps:list laps\: times, sectors, positions, and which laps are clean'
        'stints:list stints and pit stops\: laps, pace, time in the lane, time lost'
        'compare:say where laps lose or gain time, corner by corner'
        'plot:draw one picture\: channels, delta, map, positions, surface ...'
        'incidents:say who hit whom, spun or left the track; write clips of it'
        'report:write one HTML page that shows files and needs nothing else'
        'sql:ask one or many files questions in SQL, by DuckDB'
        'ingest:gather the tables of many files as Parquet'
        'fields:show how a format is laid out, byte by byte'
        'formats:list what this build reads, writes and generates'
        'convert:write a surface, track, lap or replay as another program'\''s file'
        'dump:write a whole file as JSON text'
        'build:make the file from the text that `dump` wrote'
        'set:change fields by name, and nothing else'
        'images:write the pictures in a file as PNG'
        'track:turn a track around, or flatten it (TRI)'
        'surface:measure a surface, ask for heights, draw it, change it'
        'repair:remove what is wrong with a surface (RLD)'
        'cut:keep a part of a recording\: a range of time, chosen drivers'
        'unpack:unpack a file\: gzip, RefPack, Huffman, byte pairs'
        'pack:pack a file as the games do, or smaller'
        'synth:generate a valid file of any size, to try things on'
        'help:this list, or everything about one verb'
        'version:the version of the command and the library'
    )
    _describe 'verb' verbs
}

_paddock_options() {
    case $1 in
    info)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--evidence[print everything\: the evidence for the format, all properties, every column, the findings]' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    check)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--level[check\: how much to check\: structure or full \[full\]; pack\: how hard to pack\: 1 (fast) to 9 (smallest) \[6\]]:LEVEL:(structure full 1 2 3 4 5 6 7 8 9)' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    table)
        _arguments '--all[leave nothing out; table\: print bulky columns too; incidents\: near misses and unsafe returns to the track, too]' \
            '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--columns[only these columns, in this order]:A,B:_paddock_columns' \
            '--excel[CSV for Excel\: semicolons, decimal commas, a byte order mark, CR LF]' \
            '--format[csv, jsonl or parquet \[by the name of OUT, else csv\]]:FORMAT:(csv jsonl)' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--rows[from row A up to, not including, row B; the first row is 0; leave A or B out for the start or end; -10\: is the last ten]:A\:B: ' \
            '--table[the table to take from each file]:NAME:_paddock_table' \
            '--time[from time A to time B, both included, in seconds or as 1\:20.5..1\:30; leave A or B out for the start or end]:A\:B: ' \
            '--units[put units into the CSV header\: speed \[m/s\]]' \
            '*--where[only rows for which this is true, such as '\''speed>50'\'' or '\''driver=A. Driver'\''; there are = != < <= > >=; if given twice, both must be true]:TEST: ' \
            '1:file:_files' '2:table:_paddock_table' '*:file:_files'
        ;;
    standings)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '*--at[surface\: a point X,Y; may be given several times; standings\: as it was at this time of the session\: 80 or 1\:20.5]:WHERE: ' \
            '--excel[CSV for Excel\: semicolons, decimal commas, a byte order mark, CR LF]' \
            '--gaps[also print the gap to the car in front]' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--lap[as it was after lap N]:N: ' \
            '--line[surface\: the line through these points; convert\: crg\: the middle of the road goes through these points \[straight along the surface\]; laps, standings, compare\: the start line, from one point to another, in the axes that `paddock info` states \[as stored, or found\]; plot\: the start line, from one point to another \[as stored, or found\]; of a surface\: the line through these points]:X,Y,X,Y...: ' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '--positions[also print the positions lap by lap]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    laps)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--driver[only this driver\: the beginning of a name, or a slot number]:NAME: ' \
            '--excel[CSV for Excel\: semicolons, decimal commas, a byte order mark, CR LF]' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--line[surface\: the line through these points; convert\: crg\: the middle of the road goes through these points \[straight along the surface\]; laps, standings, compare\: the start line, from one point to another, in the axes that `paddock info` states \[as stored, or found\]; plot\: the start line, from one point to another \[as stored, or found\]; of a surface\: the line through these points]:X,Y,X,Y...: ' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--sort[time\: the fastest lap first]:KEY:(time)' \
            '*:file:_files'
        ;;
    stints)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--driver[only this driver\: the beginning of a name, or a slot number]:NAME: ' \
            '--excel[CSV for Excel\: semicolons, decimal commas, a byte order mark, CR LF]' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    compare)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--by[how the same place is found in both laps\: by the game'\''s `ruler`, by `projection` on one line, or by the `distance` travelled, which is rough \[ruler if the files have one, else projection\]]:WAY:(ruler projection distance)' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--line[surface\: the line through these points; convert\: crg\: the middle of the road goes through these points \[straight along the surface\]; laps, standings, compare\: the start line, from one point to another, in the axes that `paddock info` states \[as stored, or found\]; plot\: the start line, from one point to another \[as stored, or found\]; of a surface\: the line through these points]:X,Y,X,Y...: ' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--step[metres from one row to the next; surface\: \[0.05\]; compare\: \[1\]; plot\: \[1; 0.05 along a surface\]; convert\: \[in crg as dense as the surface\]]:M: ' \
            '--track[convert\: glb of laps and replays\: the ground, from a surface or track of the same place \[a ribbon as wide as the laps use it\]; compare, incidents, plot, report\: take the track from this file, which has a line\: TRI, CRG or PTH \[the track as it was driven\]]:FILE:_files' \
            '*:file:_files'
        ;;
    plot)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--by[how the same place is found in both laps\: by the game'\''s `ruler`, by `projection` on one line, or by the `distance` travelled, which is rough \[ruler if the files have one, else projection\]]:WAY:(ruler projection distance)' \
            '--columns[only these columns, in this order]:A,B:_paddock_columns' \
            '--coordinates[the points in a CSV file with the columns x and y, and z if it has one]:FILE:_files' \
            '--driver[only this driver\: the beginning of a name, or a slot number]:NAME: ' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--line[surface\: the line through these points; convert\: crg\: the middle of the road goes through these points \[straight along the surface\]; laps, standings, compare\: the start line, from one point to another, in the axes that `paddock info` states \[as stored, or found\]; plot\: the start line, from one point to another \[as stored, or found\]; of a surface\: the line through these points]:X,Y,X,Y...: ' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '--no-incidents[do not mark on a map where incidents were]' \
            '--of[what to draw; surface\: height, hillshade or slope \[height\]; plot\: of a map\: speed, gear, throttle, brake, delta or lap \[speed; lap of several\]; of laptimes\: strip or box \[strip\]; of a surface\: hillshade, height, contour or roughness \[hillshade\]]:WHAT:(height hillshade slope contour roughness speed gear throttle brake delta lap strip box)' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--over[what the horizontal axis shows\: distance or time \[distance, if laps are known\]]:WHAT:(distance time)' \
            '--partial[read what is intact of a cut or damaged file]' \
            '--path[the points where the first car drove in this replay or lap]:FILE:_files' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--size[surface\: at most so many pixels; plot\: exactly so many pixels]:WxH: ' \
            '--source-origin[what was subtracted from the input'\''s points, or `none` \[what its .origin.json says\]]:X,Y,Z:(none)' \
            '--step[metres from one row to the next; surface\: \[0.05\]; compare\: \[1\]; plot\: \[1; 0.05 along a surface\]; convert\: \[in crg as dense as the surface\]]:M: ' \
            '--surface[use this surface of several \[all as one\]]:NAME: ' \
            '--table[the table to take from each file]:NAME:_paddock_table' \
            '--theme[light or dark \[light\]]:NAME:(light dark)' \
            '--time[from time A to time B, both included, in seconds or as 1\:20.5..1\:30; leave A or B out for the start or end]:A\:B: ' \
            '--title[the title \[says what is shown\]]:TEXT: ' \
            '--track[convert\: glb of laps and replays\: the ground, from a surface or track of the same place \[a ribbon as wide as the laps use it\]; compare, incidents, plot, report\: take the track from this file, which has a line\: TRI, CRG or PTH \[the track as it was driven\]]:FILE:_files' \
            '--units[show these units\: kmh, mph, deg, rpm, mm, kN, F \[those of `paddock info`\]]:A,B:(kmh mph deg rpm mm kN F)' \
            '*:file:_files'
        ;;
    incidents)
        _arguments '--after[with --clips\: end this many seconds after \[15\]]:S: ' \
            '--all[leave nothing out; table\: print bulky columns too; incidents\: near misses and unsafe returns to the track, too]' \
            '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--before[with --clips\: begin this many seconds before \[10\]]:S: ' \
            '--clips[write a short replay of each incident into this folder]:DIR:_files -/' \
            '--gap[contacts that share a car are one incident if they are no more than S seconds apart \[2\]]:S: ' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--markdown[print Markdown; fields\: tables of fields, as in docs/formats; incidents\: what a league'\''s form asks for]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--track[convert\: glb of laps and replays\: the ground, from a surface or track of the same place \[a ribbon as wide as the laps use it\]; compare, incidents, plot, report\: take the track from this file, which has a line\: TRI, CRG or PTH \[the track as it was driven\]]:FILE:_files' \
            '*:file:_files'
        ;;
    report)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--driver[only this driver\: the beginning of a name, or a slot number]:NAME: ' \
            '--fam[textures and models of a track, or `none` \[X.FAM or X_001.FAM beside it\]]:FILE:_files' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--hz[positions of each car in a second \[all if they are few, else 10 or as many as fit\]]:N: ' \
            '--library[put this library into the page, so that the page can open other files\: paddock.wasm, which `make wasm` makes]:FILE:_files' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--title[the title \[says what is shown\]]:TEXT: ' \
            '--track[convert\: glb of laps and replays\: the ground, from a surface or track of the same place \[a ribbon as wide as the laps use it\]; compare, incidents, plot, report\: take the track from this file, which has a line\: TRI, CRG or PTH \[the track as it was driven\]]:FILE:_files' \
            '*:file:_files'
        ;;
    sql)
        _arguments '--excel[CSV for Excel\: semicolons, decimal commas, a byte order mark, CR LF]' \
            '--format[csv, jsonl or parquet \[by the name of OUT, else csv\]]:FORMAT:(csv jsonl)' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '--on-error[if one of several files cannot be read\: skip it with a note, or stop \[stop\]]:WHAT:(skip stop)' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    ingest)
        _arguments '(-h --help)'{-h,--help}'[print this text]' \
            '--jobs[use N processors \[all\]]:N: ' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--status[say what is in a dataset, and do nothing else]:DATASET:_files -/' \
            '--tables[these tables \[the main one and all that are computed\]]:A,B: ' \
            '--to[convert, surface\: the format to write \[by the name of OUT\]; `paddock formats` lists them; ingest\: the folder of the dataset]:ID:_paddock_target' \
            '*:file:_files'
        ;;
    fields)
        _arguments '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--markdown[print Markdown; fields\: tables of fields, as in docs/formats; incidents\: what a league'\''s form asks for]' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '1:record:_paddock_record'
        ;;
    formats)
        _arguments '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \

        ;;
    convert)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--ascii[ply, crg\: write numbers as text]' \
            '--axes[the axes of the input that become x, y and z; a rotation]:+y-x+z: ' \
            '--blocks[rld\: a block for each square of M metres \[the input'\''s objects\]]:M: ' \
            '--car[glb of laps and replays\: the shape of the cars, from a mesh such as GLB or CFM \[a plain car\]]:FILE:_files' \
            '--compress[glb\: compressed, for programs with EXT_meshopt_compression]' \
            '--double[ply\: write coordinates as doubles, which need no origin]' \
            '--driver[only this driver\: the beginning of a name, or a slot number]:NAME: ' \
            '--fam[textures and models of a track, or `none` \[X.FAM or X_001.FAM beside it\]]:FILE:_files' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--line[surface\: the line through these points; convert\: crg\: the middle of the road goes through these points \[straight along the surface\]; laps, standings, compare\: the start line, from one point to another, in the axes that `paddock info` states \[as stored, or found\]; plot\: the start line, from one point to another \[as stored, or found\]; of a surface\: the line through these points]:X,Y,X,Y...: ' \
            '--max-edge[with --triangulate\: no edge longer than this, in metres]:M: ' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '--origin[subtract this from the points, or `auto`, or `none` \[auto where floats would lose more than 0.1 mm\]]:X,Y,Z:(auto none)' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '--quantize[glb\: coordinates in 16 bits]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--scale[metres in a unit of the input \[1\]]:N: ' \
            '--source-origin[what was subtracted from the input'\''s points, or `none` \[what its .origin.json says\]]:X,Y,Z:(none)' \
            '--step[metres from one row to the next; surface\: \[0.05\]; compare\: \[1\]; plot\: \[1; 0.05 along a surface\]; convert\: \[in crg as dense as the surface\]]:M: ' \
            '--time[from time A to time B, both included, in seconds or as 1\:20.5..1\:30; leave A or B out for the start or end]:A\:B: ' \
            '--to[convert, surface\: the format to write \[by the name of OUT\]; `paddock formats` lists them; ingest\: the folder of the dataset]:ID:_paddock_target' \
            '--track[convert\: glb of laps and replays\: the ground, from a surface or track of the same place \[a ribbon as wide as the laps use it\]; compare, incidents, plot, report\: take the track from this file, which has a line\: TRI, CRG or PTH \[the track as it was driven\]]:FILE:_files' \
            '--triangulate[make triangles from points\: Delaunay, seen from above]' \
            '*:file:_files'
        ;;
    dump)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    build)
        _arguments '(-h --help)'{-h,--help}'[print this text]' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '*:file:_files'
        ;;
    set)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--images[put the PNG files of this folder back, under the names that `paddock images` gave them]:FOLDER:_files -/' \
            '--in-place[replace the input file, in one step at the end]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '--plain[do not pack the output, even if the input is packed]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--recompute[also update what follows from the change\: headings, right vectors, copies, lengths]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    images)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--entry[only this image, by its name in `paddock info`\: 0/3/A000]:NAME:_paddock_image' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '*:file:_files'
        ;;
    track)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--in-place[replace the input file, in one step at the end]' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--plain[do not pack the output, even if the input is packed]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '1:tool:(reverse flatten)' '*:file:_files'
        ;;
    surface)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '*--at[surface\: a point X,Y; may be given several times; standings\: as it was at this time of the session\: 80 or 1\:20.5]:WHERE: ' \
            '--box[the box to keep, seen from above]:X0,Y0,X1,Y1: ' \
            '--cell[width of a square cell (a pixel, a tile) in metres]:M: ' \
            '--coordinates[the points in a CSV file with the columns x and y, and z if it has one]:FILE:_files' \
            '--error[no point of the original is further from the result than M metres\: 0.005 is 5 mm]:M: ' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '--line[surface\: the line through these points; convert\: crg\: the middle of the road goes through these points \[straight along the surface\]; laps, standings, compare\: the start line, from one point to another, in the axes that `paddock info` states \[as stored, or found\]; plot\: the start line, from one point to another \[as stored, or found\]; of a surface\: the line through these points]:X,Y,X,Y...: ' \
            '--lock-border[leave the edges of the surface as they are]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--near[where surfaces lie one above another\: the one nearest to this height]:Z: ' \
            '--no-clobber[never replace a file that exists]' \
            '--of[what to draw; surface\: height, hillshade or slope \[height\]; plot\: of a map\: speed, gear, throttle, brake, delta or lap \[speed; lap of several\]; of laptimes\: strip or box \[strip\]; of a surface\: hillshade, height, contour or roughness \[hillshade\]]:WHAT:(height hillshade slope contour roughness speed gear throttle brake delta lap strip box)' \
            '--origin[subtract this from the points, or `auto`, or `none` \[auto where floats would lose more than 0.1 mm\]]:X,Y,Z:(auto none)' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '--path[the points where the first car drove in this replay or lap]:FILE:_files' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--ratio[stop at this share of the triangles, 0 to 1]:R: ' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--size[surface\: at most so many pixels; plot\: exactly so many pixels]:WxH: ' \
            '--step[metres from one row to the next; surface\: \[0.05\]; compare\: \[1\]; plot\: \[1; 0.05 along a surface\]; convert\: \[in crg as dense as the surface\]]:M: ' \
            '--surface[use this surface of several \[all as one\]]:NAME: ' \
            '--to[convert, surface\: the format to write \[by the name of OUT\]; `paddock formats` lists them; ingest\: the folder of the dataset]:ID:_paddock_target' \
            '--weld[join points no further apart than M metres; 0 joins equal points only]:M: ' \
            '--wheel[with --path\: the points of this wheel instead\: front_left ...]:NAME:(front_left front_right rear_left rear_right)' \
            '1:tool:(stats check normals simplify crop tile merge query profile roughness raster compare)' '*:file:_files'
        ;;
    repair)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--drop[also drop what is allowed but useless\: degenerate, duplicates, unused, or all]:A,B:(degenerate duplicates unused all)' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--in-place[replace the input file, in one step at the end]' \
            '--json[print JSON]' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--plain[do not pack the output, even if the input is packed]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '*:file:_files'
        ;;
    cut)
        _arguments '--as[read as this format instead of detecting it]:ID:_paddock_format' \
            '--drivers[only these, by name or by number (a slot, a car'\''s index)]:A,B: ' \
            '--gzip[pack the output with gzip, as the game does]' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--in-place[replace the input file, in one step at the end]' \
            '--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '--plain[do not pack the output, even if the input is packed]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ' \
            '--time[from time A to time B, both included, in seconds or as 1\:20.5..1\:30; leave A or B out for the start or end]:A\:B: ' \
            '*:file:_files'
        ;;
    unpack)
        _arguments '(-h --help)'{-h,--help}'[print this text]' \
            '--in-place[replace the input file, in one step at the end]' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--partial[read what is intact of a cut or damaged file]' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '*:file:_files'
        ;;
    pack)
        _arguments '--codec[refpack, huffman, huffman-delta, huffman-delta2, bytepair, gzip, or auto \[refpack\]]:ID:(refpack huffman huffman-delta huffman-delta2 bytepair gzip auto)' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--in-place[replace the input file, in one step at the end]' \
            '--level[check\: how much to check\: structure or full \[full\]; pack\: how hard to pack\: 1 (fast) to 9 (smallest) \[6\]]:LEVEL:(structure full 1 2 3 4 5 6 7 8 9)' \
            '--like[give the same bytes as the games'\'' own packers]:ea1998:(ea1998)' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--variant[the header to write\: 10FB, 11FB, 90FB, 91FB, 31FB ..., or "DBPF 10FB"]:CODE:(10FB 11FB 90FB 91FB 30FB 31FB B0FB B1FB 32FB 33FB B2FB B3FB 34FB 35FB B4FB B5FB 46FB 47FB)' \
            '*:file:_files'
        ;;
    synth)
        _arguments '--bytes[about how large the file is; k, M, G may follow]:N: ' \
            '--cars[how many cars]:N: ' \
            '--dialect[vcr\: r1, r2, l; rply\: 1.1, 2.1; tri\: open, closed]:NAME:(r1 r2 l 1.1 2.1 open closed)' \
            '--gzip[pack the output with gzip, as the game does]' \
            '--hand[raf\: who drives; one seed and several hands are laps of one track]:N: ' \
            '(-h --help)'{-h,--help}'[print this text]' \
            '--laps[a race over N laps]:N: ' \
            '--minutes[a session of M minutes]:M: ' \
            '--no-clobber[never replace a file that exists]' \
            '(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files' \
            '--points[how many points; k, M, G may follow]:N: ' \
            '--poses-every[keep only every Nth of the 50 poses a second]:N: ' \
            '(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]' \
            '--seconds[how long they drive, in seconds or as 1\:20]:S: ' \
            '--seed[another seed gives another file \[1\]]:N: ' \
            '--session[race, qualifying or practice, with all that happens there]:KIND:(race qualifying practice)' \
            '--time[from time A to time B, both included, in seconds or as 1\:20.5..1\:30; leave A or B out for the start or end]:A\:B: ' \
            '--truth[write what happened to this file, as JSON]:FILE:_files' \
            '--without[leave out what a file may lack\: crossings, order, contacts, pit, penalties, start, joins]:LIST:(crossings order contacts pit penalties start joins)' \
            '1:format:_paddock_format' '2:output:_files'
        ;;
    help)
        _arguments '(-h --help)'{-h,--help}'[print this text]' \
            '--json[print JSON]' \
            '1:verb:_paddock_verbs'
        ;;
    version)
        _arguments '(-h --help)'{-h,--help}'[print this text]' \

        ;;
    esac
}

_paddock "$@"
