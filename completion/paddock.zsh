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
        'rules:check starts, lapped cars, track limits, pit rules and returns'
        'season:make the standings of a championship from recordings of its races'
        'report:write one HTML page that shows files and needs nothing else'
        'sql:query one or many files with SQL, by DuckDB'
        'ingest:gather the tables of many files as Parquet'
        'fields:show how a format is laid out, byte by byte'
        'formats:list what this build reads, writes and generates'
        'convert:write a surface, track, lap or replay as another program'\''s file'
        'dump:write a whole file as JSON text'
        'build:make the file from the text that `dump` wrote'
        'set:change fields by name; everything else stays the same'
        'images:write the pictures in a file as PNG; bring back edited cars and props'
        'track:turn a track around, flatten it, or move its road (TRI)'
        'surface:measure a surface, ask for heights, draw it, change it'
        'repair:remove what is wrong with a surface (RLD)'
        'cut:keep a part of a recording\: a range of time, chosen drivers'
        'unpack:unpack a file\: gzip, RefPack, Huffman, byte pairs'
        'pack:pack a file as the games do, or smaller'
        'synth:generate a valid file of any size, to try things on'
        'help:this list, or everything about one verb'
        'version:the version of the command and the library, and its commit'
    )
    _describe 'verb' verbs
}

# Adds an option to specs. One with two meanings (units) goes by its verb.
_paddock_option() {
    case $1 in
    after) specs+=('--after[with --clips\: end this many seconds after \[15\]]:S: ') ;;
    align) specs+=('--align[auto\: a lap on another map is moved onto the line of the reference; none\: coordinates are compared as they are \[auto\]]:WAY:(auto none)') ;;
    all) specs+=('--all[leave nothing out; table\: print bulky columns too; incidents, report\: near misses, unsafe returns to the track and lock-ups, too]') ;;
    anonymise) specs+=('--anonymise[no names\: drivers are "Driver 1" and so on, files "Recording 1"]') ;;
    as) specs+=('--as[read as this format instead of detecting it]:ID:_paddock_format') ;;
    ascii) specs+=('--ascii[ply, crg\: write numbers as text]') ;;
    at) specs+=('*--at[surface\: a point X,Y; may be given several times; standings\: as it was at this time of the session\: 80 or 1\:20.5]:WHERE: ') ;;
    axes) specs+=('--axes[the axes of the input that become x, y and z; a rotation]:+y-x+z: ') ;;
    batch) specs+=('--batch[process files in batches of up to this many bytes; k, M, G may follow \[512M\]]:BYTES: ') ;;
    before) specs+=('--before[with --clips\: begin this many seconds before \[10\]]:S: ') ;;
    best) specs+=('--best[only the N rounds with most points count for each driver \[all\]]:N: ') ;;
    blocks) specs+=('--blocks[rld\: a block for each square of M metres \[the input'\''s objects\]]:M: ') ;;
    box) specs+=('--box[the box to keep, seen from above]:X0,Y0,X1,Y1: ') ;;
    by) specs+=('--by[how points on the laps are matched\: by the game'\''s `ruler`, by `projection` on one line, or by the `distance` travelled, which is rough \[ruler if the files share one, otherwise projection\]]:WAY:(ruler projection distance)') ;;
    bytes) specs+=('--bytes[about how large the file is; k, M, G may follow]:N: ') ;;
    car) specs+=('--car[glb of laps and replays\: the shape of the cars, from a mesh such as GLB or CFM \[a plain car\]]:FILE:_files') ;;
    car-info) specs+=('--car-info[dynamics and handling\: take the centre of gravity and inertia from this CAR_info.bin of the lap'\''s car \[CAR_info.bin or XXX_CAR_info.bin beside the lap, if it is of its car\]]:FILE:_files') ;;
    cars) specs+=('--cars[how many cars]:N: ') ;;
    cell) specs+=('--cell[width of a square cell (a pixel, a tile) in metres]:M: ') ;;
    chat) specs+=('--chat[print Markdown code blocks of at most 2000 characters each, for chats]') ;;
    class) specs+=('--class[only this class; in text with positions and gaps in the class]:NAME: ') ;;
    clips) specs+=('--clips[write a short replay of each incident into this folder]:DIR:_files -/') ;;
    codec) specs+=('--codec[refpack, huffman, huffman-delta, huffman-delta2, bytepair, gzip, or auto \[refpack\]]:ID:(refpack huffman huffman-delta huffman-delta2 bytepair gzip auto)') ;;
    columns) specs+=('--columns[only these columns, in this order]:A,B:_paddock_columns') ;;
    compress) specs+=('--compress[glb\: compressed, for programs with EXT_meshopt_compression]') ;;
    convert-to) specs+=('--to[convert, surface\: the format to write \[by the name of OUT\]; `paddock formats` lists them; ingest\: the folder of the dataset]:ID:_paddock_target') ;;
    coordinates) specs+=('--coordinates[the points in a CSV file with the columns x and y, and z if it has one]:FILE:_files') ;;
    corners) specs+=('--corners[take all laps together\: each driver'\''s best, mean and deviation in every corner]') ;;
    crg) specs+=('--crg[opendrive\: the surface of the road is in this OpenCRG file, whose name is written as given \[IN, if it is OpenCRG\]]:FILE:_files') ;;
    crs) specs+=('--crs[the coordinate system of the points, stated in GLB, PLY, OBJ, OpenCRG, OpenDRIVE and GeoTIFF \[that of the input, if it states one\]]:EPSG\:N: ') ;;
    dialect) specs+=('--dialect[vcr\: r1, r2, l; rply\: 1.1, 2.1; raf\: 0.5V0, 100ms, part; tri\: open, closed; wwww\: open, closed, car; crp\: car, track]:NAME:(r1 r2 l 1.1 2.1 open closed car track)') ;;
    double) specs+=('--double[ply\: write coordinates as doubles, which need no origin]') ;;
    driver) specs+=('--driver[only this driver\: a name, the beginning of a word of it, or a slot number]:NAME: ') ;;
    drivers) specs+=('--drivers[only these, by name, by the beginning of a word of it, or by number (a slot, a car'\''s index)]:A,B: ') ;;
    drop) specs+=('--drop[also drop what is allowed but useless\: degenerate, duplicates, unused, or all]:A,B:(degenerate duplicates unused all)') ;;
    entry) specs+=('--entry[only this image, by its name in `paddock info`\: 0/3/A000]:NAME:_paddock_image') ;;
    error) specs+=('--error[surface\: no point of the original is further from the result than M metres\: 0.005 is 5 mm; convert\: opendrive\: metres that the road may be off its line, its heights and its edges \[0.05\]]:M: ') ;;
    every) specs+=('--every[surface\: metres along the line from one to the next; plot\: sections\: metres along the line from one to the next \[10\]]:M: ') ;;
    evidence) specs+=('--evidence[print everything\: the evidence for the format, all properties, every column, the findings]') ;;
    excel) specs+=('--excel[CSV for Excel\: semicolons, decimal commas, a byte order mark, CR LF; an apostrophe before texts that begin with =, +, -, @, a tab or a line end, which Excel would calculate]') ;;
    fam) specs+=('--fam[textures and models of a track\: a file, a folder, or `none` \[X.FAM, X_001.FAM or X_T01.FAM beside it or in ETRACKFAM, GTRACKFAM, NTRACKFAM\]]:FILE:_files') ;;
    fastest-lap) specs+=('--fastest-lap[points for the fastest lap of a race \[0\]]:N: ') ;;
    format) specs+=('--format[csv, jsonl or parquet \[by the name of OUT, or csv\]]:FORMAT:(csv jsonl)') ;;
    from) specs+=('--from[track heights\: the places of nodes\: a CSV file as `paddock table FILE nodes` prints it, with columns node and z, x and y if there; or a GLB or OBJ of the track, edited; images\: bring points, texture coordinates and pictures of this edited GLB into the file (FAM, CFM) that it was made of]:FILE:_files') ;;
    gap) specs+=('--gap[contacts that share a car are one incident if they are no more than S seconds apart \[2\]]:S: ') ;;
    gaps) specs+=('--gaps[also print the gap to the car in front]') ;;
    ground) specs+=('--ground[the ground of laps in 3D, from a surface of the same place, or `none` \[the mesh of its site beside a lap, SITE_3DH.smx, if none of the files is one\]]:FILE:_files') ;;
    gzip) specs+=('--gzip[pack the output with gzip, as the game does]') ;;
    hand) specs+=('--hand[raf\: the driver; laps of one seed by different hands are on one track]:N: ') ;;
    help) specs+=('(-h --help)'{-h,--help}'[print this text]') ;;
    hz) specs+=('--hz[positions of each car per second \[all if they are few, otherwise 10 or as many as fit\]]:N: ') ;;
    id) specs+=('--id[incident\: this one, by its id in `paddock incidents` or the beginning of it \[the first\]]:ID: ') ;;
    images) specs+=('--images[put the PNG files of this folder back, under the names that `paddock images` gave them]:FOLDER:_files -/') ;;
    in-place) specs+=('--in-place[replace the input file, in one step at the end]') ;;
    ingest-to) specs+=('--to[convert, surface\: the format to write \[by the name of OUT\]; `paddock formats` lists them; ingest\: the folder of the dataset]:DATASET:_files -/') ;;
    jobs) specs+=('--jobs[use N processors \[all\]]:N: ') ;;
    join) specs+=('--join[join files that are parts of one recording of one session\: their times overlap or follow]') ;;
    json) specs+=('--json[print JSON]') ;;
    jump-tolerance) specs+=('--jump-tolerance[how far a car may have moved when the race begins, in metres \[0.1\]]:M: ') ;;
    kind) specs+=('--kind[only these kinds\: contact, impact, spin, off_track, damage, near_miss, unsafe_return, lock_up]:A,B:(contact impact spin off_track damage near_miss unsafe_return lock_up)') ;;
    lap) specs+=('--lap[standings\: as it was after lap N; incidents\: only those of lap N]:N: ') ;;
    laps) specs+=('--laps[a race over N laps]:N: ') ;;
    late) specs+=('--late[record the events of each car up to S seconds late, at random]:S: ') ;;
    level) specs+=('--level[check\: how much to check\: structure or full \[full\]; pack\: how hard to pack\: 1 (fast) to 9 (smallest) \[6\]]:LEVEL:(structure full 1 2 3 4 5 6 7 8 9)') ;;
    library) specs+=('--library[put this library into the page, so that the page can open other files\: paddock.wasm, which `make wasm` makes]:FILE:_files') ;;
    like) specs+=('--like[give the same bytes as the games'\'' own packers]:ea1998:(ea1998)') ;;
    line) specs+=('--line[surface\: the line through these points, or those of FILE.csv (columns x and y); convert\: crg, opendrive\: the reference line goes through these points, or those of FILE.csv, or `auto`\: along the middle of the road \[straight along the surface; in opendrive the line that IN has\]; laps, standings, compare\: the start line, from one point to another, in the axes that `paddock info` states \[as stored, or found\]; plot\: the start line, from one point to another \[as stored, or found\]; of a surface\: the line through these points]:X,Y,X,Y...: ') ;;
    lock-border) specs+=('--lock-border[leave the edges of the surface as they are]') ;;
    lose) specs+=('--lose[events that are not recorded\: crossings\:0.1 is a tenth of them, crossings#17 is one; kinds as in --without, or all]:LIST: ') ;;
    markdown) specs+=('--markdown[print Markdown; fields\: tables of fields, as in docs/formats; incidents\: what a league'\''s form asks for]') ;;
    max-area) specs+=('--max-area[close holes up to this area, in square metres]:M2: ') ;;
    max-edge) specs+=('--max-edge[with --triangulate\: no edge longer than this, in metres]:M: ') ;;
    max-residual) specs+=('--max-residual[refuse a lap whose line is further from the reference'\''s after that, in metres (RMS) \[5\]]:M: ') ;;
    memory-limit) specs+=('--memory-limit[stop rather than use more memory; k, M, G may follow \[16Gi\]]:BYTES: ') ;;
    min-stop) specs+=('--min-stop[how long a stop with service must be, in seconds or as 1\:20]:S: ') ;;
    minisectors) specs+=('--minisectors[take all laps together, in N parts of the track of one length \[25 with --corners\]]:N: ') ;;
    minutes) specs+=('--minutes[a session of M minutes]:M: ') ;;
    near) specs+=('--near[if there are several layers\: the one nearest to this height]:Z: ') ;;
    no-clobber) specs+=('--no-clobber[never replace a file that exists]') ;;
    no-incidents) specs+=('--no-incidents[do not mark on a map where incidents were]') ;;
    of) specs+=('--of[what to draw; surface\: height, hillshade, slope or block (in colours) \[height\]; convert\: glb, obj\: block, a colour for each block, none like its neighbours; plot\: of a map\: speed, gear, throttle, brake, delta or lap \[speed; lap of several\]; of laptimes\: strip or box \[strip\]; of a surface\: hillshade, height, contour, roughness or sections \[hillshade\]]:WHAT:(height hillshade slope block contour roughness sections speed gear throttle brake delta lap strip box)') ;;
    on-error) specs+=('--on-error[if one of several files cannot be read\: skip it with a note, or stop \[stop\]]:WHAT:(skip stop)') ;;
    origin) specs+=('--origin[subtract this from the points, or `auto`, or `none` \[auto where floats would lose more than 0.1 mm\]]:X,Y,Z:(auto none)') ;;
    output) specs+=('(-o --output)'{-o,--output}'[write to this file; - is standard output]:OUT:_files') ;;
    over) specs+=('--over[what the horizontal axis shows\: distance or time \[distance, if laps are known\]]:WHAT:(distance time)') ;;
    palette) specs+=('--palette[make new palettes for these pictures, from their colours]') ;;
    partial) specs+=('--partial[read what is intact of a cut or damaged file]') ;;
    path) specs+=('--path[the points where the first car drove in this replay or lap]:FILE:_files') ;;
    pit-limit) specs+=('--pit-limit[the speed limit of the pit lane, in km/h]:KMH: ') ;;
    plain) specs+=('--plain[do not pack the output, even if the input is packed]') ;;
    plot-units) specs+=('--units[show these units\: kmh, mph, deg, rpm, mm, kN, F \[those of `paddock info`\]]:A,B:(kmh mph deg rpm mm kN F)') ;;
    pole) specs+=('--pole[points for the pole position \[0\]]:N: ') ;;
    poses-every) specs+=('--poses-every[keep only every Nth of the 50 poses a second]:N: ') ;;
    positions) specs+=('--positions[also print the positions lap by lap]') ;;
    quantize) specs+=('--quantize[glb\: coordinates in 16 bits]') ;;
    quiet) specs+=('(-q --quiet)'{-q,--quiet}'[print answers and errors only\: no notes, no progress]') ;;
    ratio) specs+=('--ratio[stop at this share of the triangles, 0 to 1]:R: ') ;;
    recompute) specs+=('--recompute[also update what follows from the change\: headings, right vectors, copies, lengths; alone, all that follows from other fields]') ;;
    record-limit) specs+=('--record-limit[refuse tables with more rows \[4Gi\] and more pictures or containers \[64Ki\]]:N: ') ;;
    reference) specs+=('--reference[srt\: show the delta to the best lap of this file \[the driver'\''s best lap of IN\]]:FILE:_files') ;;
    resize) specs+=('--resize[pictures may have another size; the file is laid out again]') ;;
    results) specs+=('--results[the game'\''s results file (XML) of the same session\: its places, times and penalties are official \[that of the replay'\''s session, beside it or in the game'\''s Log/Results\]]:FILE:_files') ;;
    rows) specs+=('--rows[from row A up to, not including, row B; the first row is 0; leave A or B out for the start or end; -10\: is the last ten]:A\:B: ') ;;
    rulings) specs+=('--rulings[apply what stewards decided\: a CSV table with the columns driver and kind, and value, lap, incident, file, reason]:FILE:_files') ;;
    scale) specs+=('--scale[metres in a unit of the input \[1\]]:N: ') ;;
    season-points) specs+=('--points[synth\: how many points; k, M, G may follow; season\: points for the first place, the second ...; the places after them get none]:A,B,C...: ') ;;
    seconds) specs+=('--seconds[how long they drive, in seconds or as 1\:20]:S: ') ;;
    seed) specs+=('--seed[another seed gives another file \[1\]]:N: ') ;;
    session) specs+=('--session[race, qualifying or practice, with everything that happens there]:KIND:(race qualifying practice)') ;;
    size) specs+=('--size[surface\: at most this many pixels; plot, laps, standings, stints, rules, season\: of a picture\: exactly this many pixels]:WxH: ') ;;
    sort) specs+=('--sort[time\: the fastest lap first]:KEY:(time)') ;;
    source-origin) specs+=('--source-origin[what was subtracted from the input'\''s points, or `none` \[what its .origin.json says\]]:X,Y,Z:(none)') ;;
    status) specs+=('--status[only say what is in a dataset]:DATASET:_files -/') ;;
    step) specs+=('--step[metres from one row to the next; surface\: \[0.05\]; compare\: \[1\]; plot\: \[1; 0.05 along a surface\]; convert\: \[in crg and opendrive as dense as the surface\]]:M: ') ;;
    surface) specs+=('--surface[use this surface of several \[all as one\]]:NAME: ') ;;
    surface-to) specs+=('--to[convert, surface\: the format to write \[by the name of OUT\]; `paddock formats` lists them; ingest\: the folder of the dataset]:ID:_paddock_target') ;;
    synth-points) specs+=('--points[synth\: how many points; k, M, G may follow; season\: points for the first place, the second ...; the places after them get none]:N: ') ;;
    table) specs+=('--table[the table to take from each file]:NAME:_paddock_table') ;;
    table-units) specs+=('--units[put units into the CSV header\: speed \[m/s\]]') ;;
    tables) specs+=('--tables[these tables \[the main one and all computed ones\]]:A,B: ') ;;
    teams) specs+=('--teams[a CSV file with the columns driver and team \[the teams that the recordings name\]]:FILE:_files') ;;
    theme) specs+=('--theme[light or dark \[light\]]:NAME:(light dark)') ;;
    time) specs+=('--time[from time A to time B, both included, in seconds or as 1\:20.5..1\:30; leave A or B out for the start or end]:A\:B: ') ;;
    title) specs+=('--title[the title \[says what is shown\]]:TEXT: ') ;;
    track) specs+=('--track[convert\: glb of laps and replays\: the ground, from a surface or track of the same place, or `none` \[the mesh of its site beside a lap, SITE_3DH.smx; otherwise a ribbon as wide as the laps use it\]; opendrive of them\: the line of the road, from a TRI, CRG or PTH, or `none` \[the path beside a lap of Live for Speed, otherwise the line that was driven\]; compare\: take the track from this file, which has a line\: TRI, CRG or PTH \[the track as it was driven\]; incidents, plot, report, table\: take the track from this file, which has a line\: TRI, CRG or PTH \[the path beside a lap of Live for Speed, otherwise the track as it was driven\]]:FILE:_files') ;;
    triangulate) specs+=('--triangulate[make triangles from points\: Delaunay, seen from above]') ;;
    truth) specs+=('--truth[write what happened to this file, as JSON]:FILE:_files') ;;
    turn) specs+=('--turn[only those of turn N; the table `corners` has the turns]:N: ') ;;
    variant) specs+=('--variant[the header to write\: 10FB, 11FB, 90FB, 91FB, 31FB ..., or "DBPF 10FB"]:CODE:(10FB 11FB 90FB 91FB 30FB 31FB B0FB B1FB 32FB 33FB B2FB B3FB 34FB 35FB B4FB B5FB 46FB 47FB)') ;;
    weld) specs+=('--weld[join points no further apart than M metres; 0 joins equal points only]:M: ') ;;
    wheel) specs+=('--wheel[with --path\: the points of this wheel instead\: front_left ...]:NAME:(front_left front_right rear_left rear_right)') ;;
    where) specs+=('*--where[only rows for which this is true, such as '\''speed>50'\'' or '\''driver=A. Driver'\''; there are = != < <= > >=; if given twice, both must be true]:TEST: ') ;;
    width) specs+=('--width[surface\: metres across the line, half of them on each side; plot\: sections\: metres across the line \[12\]; convert\: crg, opendrive\: metres across the reference line, half of them on each side \[as wide as the surface or track; 12 in opendrive of laps\]]:M: ') ;;
    with) specs+=('--with[what else happens\: cars abreast, wide at the edge of the road, one driver absent, one in the box, escapes to the garage, status (did not finish), damage, formation (a lap before a race), jumps (cars move before the start), speeding (in the pit lane); lag\: poses are up to 60 ms old]:LIST:(abreast wide absent boxed escapes status damage formation jumps speeding lag)') ;;
    without) specs+=('--without[leave out what a file may lack\: crossings, order, contacts, pit, penalties, start, joins, notices]:LIST:(crossings order contacts pit penalties start joins notices)') ;;
    esac
}

_paddock_options() {
    local -a specs names operands
    case $1 in
    info)
        names=(as evidence help json memory-limit no-clobber output partial quiet record-limit)
        operands=('*:file:_files')
        ;;
    check)
        names=(as help json level memory-limit no-clobber output partial quiet record-limit)
        operands=('*:file:_files')
        ;;
    table)
        names=(all as car-info columns excel format help memory-limit no-clobber output partial quiet record-limit rows table table-units time track where)
        operands=('1:file:_files' '2:table:_paddock_table' '*:file:_files')
        ;;
    standings)
        names=(as at chat class excel gaps help join json lap line memory-limit no-clobber output partial positions quiet record-limit results rulings size theme)
        operands=('*:file:_files')
        ;;
    laps)
        names=(as chat corners driver excel help join json line memory-limit minisectors no-clobber output partial quiet record-limit results rulings size sort theme where)
        operands=('*:file:_files')
        ;;
    stints)
        names=(as chat driver excel help join json memory-limit no-clobber output partial quiet record-limit size theme)
        operands=('*:file:_files')
        ;;
    compare)
        names=(align as by help json line max-residual memory-limit no-clobber output partial quiet record-limit step track)
        operands=('*:file:_files')
        ;;
    plot)
        names=(as by columns coordinates driver every help id line memory-limit no-clobber no-incidents of output over partial path plot-units quiet record-limit size source-origin step surface table theme time title track width)
        operands=('1:kind:(channels delta map positions gaps laptimes gg histogram corners surface incident density results laps stints)' '*:file:_files')
        ;;
    incidents)
        names=(after all as before clips driver gap help json kind lap markdown memory-limit no-clobber output partial quiet record-limit track turn)
        operands=('*:file:_files')
        ;;
    rules)
        names=(as chat driver excel help json jump-tolerance memory-limit min-stop no-clobber output partial pit-limit quiet record-limit size theme)
        operands=('*:file:_files')
        ;;
    season)
        names=(as best chat excel fastest-lap help join json memory-limit no-clobber output partial pole quiet record-limit rulings season-points size teams theme title)
        operands=('*:file:_files')
        ;;
    report)
        names=(all anonymise as car-info driver fam ground help hz join library memory-limit no-clobber output partial quiet record-limit results rulings title track)
        operands=('*:file:_files')
        ;;
    sql)
        names=(excel format help json memory-limit no-clobber on-error output quiet record-limit)
        operands=('*:file:_files')
        ;;
    ingest)
        names=(batch help ingest-to jobs memory-limit quiet record-limit status tables)
        operands=('*:file:_files')
        ;;
    fields)
        names=(help json markdown no-clobber output quiet)
        operands=('1:record:_paddock_record')
        ;;
    formats)
        names=(help json no-clobber output quiet)
        operands=()
        ;;
    convert)
        names=(as ascii axes blocks car compress convert-to crg crs double driver error fam help json line max-edge memory-limit no-clobber of origin output partial quantize quiet record-limit reference scale source-origin step time track triangulate width)
        operands=('*:file:_files')
        ;;
    dump)
        names=(as help memory-limit no-clobber output partial quiet record-limit)
        operands=('*:file:_files')
        ;;
    build)
        names=(help no-clobber output quiet)
        operands=('*:file:_files')
        ;;
    set)
        names=(as help images in-place memory-limit no-clobber output palette partial plain quiet recompute record-limit resize)
        operands=('*:file:_files')
        ;;
    images)
        names=(as entry fam from help in-place json memory-limit no-clobber output palette partial plain quiet record-limit)
        operands=('*:file:_files')
        ;;
    track)
        names=(as from help in-place no-clobber output plain quiet)
        operands=('1:tool:(reverse flatten heights)' '*:file:_files')
        ;;
    surface)
        names=(as at box cell coordinates crs error every help json line lock-border max-area memory-limit near no-clobber of origin output partial path quiet ratio record-limit size step surface surface-to weld wheel width)
        operands=('1:tool:(stats check holes fill normals simplify crop tile merge query profile roughness sections raster compare)' '*:file:_files')
        ;;
    repair)
        names=(as drop help in-place json no-clobber output plain quiet)
        operands=('*:file:_files')
        ;;
    cut)
        names=(as drivers gzip help in-place memory-limit no-clobber output partial plain quiet record-limit time)
        operands=('*:file:_files')
        ;;
    unpack)
        names=(help in-place no-clobber output partial quiet)
        operands=('*:file:_files')
        ;;
    pack)
        names=(codec help in-place level like no-clobber output quiet variant)
        operands=('*:file:_files')
        ;;
    synth)
        names=(bytes cars dialect gzip hand help laps late lose minutes no-clobber output poses-every quiet seconds seed session synth-points time truth with without)
        operands=('1:format:_paddock_format' '2:output:_files')
        ;;
    help)
        names=(help json)
        operands=('1:verb:_paddock_verbs')
        ;;
    version)
        names=(help)
        operands=()
        ;;
    esac
    local option
    for option in $names; do _paddock_option $option; done
    _arguments $specs $operands
}

_paddock "$@"
