#!/bin/sh
# Small files of every kind as seeds, made by the command itself.    make-seeds.sh PADDOCK OUT
set -eu
paddock=$1 out=$2
rm -rf "$out"
mkdir -p "$out/detect" "$out/codec" "$out/layout_build" "$out/text" "$out/rulings"

# The target of a format: car_info of car-info.
target_of() { printf '%s' "$1" | tr - _; }

# synth FORMAT NAME OPTIONS...: a seed for the format's target and for detection. A format that cannot be generated has none.
synth() {
    format=$1 name=$2 folder=$(target_of "$1")
    shift 2
    mkdir -p "$out/$folder"
    "$paddock" formats --json | jq -e --arg id "$format" '.formats[] | select(.id == $id) | .synth' >/dev/null || return 0
    "$paddock" synth "$format" "$out/$folder/$name" "$@"
    cp "$out/$folder/$name" "$out/detect/$name"
}

# Every format and dialect that can be generated, as small as it gets.
"$paddock" formats --json | jq -r '.formats[] | select(.synth) | .id as $id | (.synth_dialects // "-" | split(" ")[]) | "\($id) \(.)"' >"$out/generated"
while read -r format dialect; do
    set --
    case " $("$paddock" formats --json | jq -r --arg id "$format" '.formats[] | select(.id == $id) | .synth_options // ""') " in
    *" seconds "*) set -- --seconds 0.2 ;;
    *" points "*) set -- --points $([ "$format" = tri ] && echo 704 || echo 30) ;;
    esac
    [ "$dialect" = - ] || set -- "$@" --dialect "$dialect"
    case $dialect in -) synth "$format" "any.$format" "$@" ;; *) synth "$format" "any-$dialect.$format" "$@" ;; esac
done <"$out/generated"
rm "$out/generated"
synth vcr race.vcr.gz --dialect r2 --seconds 2 --cars 2 --gzip

# Every format has something to begin with.
for format in $("$paddock" formats --json | jq -r '.formats[].id'); do
    folder=$(target_of "$format")
    mkdir -p "$out/$folder"
    printf 'x' >"$out/$folder/one-byte"
done

# Meshes of other programs, by hand.
seed() { # FORMAT NAME, bytes on standard input
    mkdir -p "$out/$1"
    tee "$out/$1/$2" >"$out/detect/$2"
}
vertices='element vertex 4\nproperty float x\nproperty float y\nproperty float z\n'
printf "ply\nformat ascii 1.0\ncomment c\n${vertices}element face 2\nproperty list uchar int vertex_indices\nend_header\n\
0 0 0\n1 0 0\n1 1 0\n0 1 .5\n3 0 1 2\n4 0 1 2 3\n" | seed ply text.ply
printf "ply\nformat binary_little_endian 1.0\n${vertices}element face 1\nproperty list uchar uchar vertex_indices\nend_header\n\
%048d\003\000\001\002" 0 | seed ply binary.ply
printf "ply\nformat binary_big_endian 1.0\nelement vertex 4\nproperty list uchar char l\nproperty char x\nproperty short y\nproperty uchar z\n\
element face 2\nproperty list uchar uchar vertex_indices\nelement tristrips 1\nproperty list uchar char vertex_indices\nend_header\n\
\000abcd\000bbcd\001aabcd\000abcc\004\000\001\002\003\003\002\001\000\005\000\001\002\377\003" | seed ply lists.ply
zeros() { head -c "$1" /dev/zero; }
one='\360\077' # the upper end of a double of 1, after six zeros
for minor in 2 4; do
    header=$([ $minor = 2 ] && printf 227 || printf 375)
    { # a point of format 0, and a record of 2 bytes
        printf 'LASF' && zeros 20 && printf "\001\\00$minor" && zeros 68
        printf "\\$(printf %o $((header % 256)))\\$(printf %o $((header / 256)))\\$(printf %o $(((header + 56) % 256)))\\$(printf %o $(((header + 56) / 256)))"
        printf '\000\000\001\000\000\000\000\024\000\001\000\000\000' && zeros 20
        zeros 6 && printf "$one" && zeros 6 && printf "$one" && zeros 6 && printf "$one" && zeros 72
        [ $minor = 2 ] || { zeros 20 && printf '\001' && zeros 127; }
        printf '\000\000LASF_Projection\000\100\010\002\000' && zeros 32 && printf 'ft' && zeros 20
    } | seed las "scan-$minor.las"
done
{ # where GeoTIFF's keys say which system, in feet
    printf 'LASF' && zeros 20 && printf '\001\002' && zeros 68 && printf '\343\000\061\001\000\000\001\000\000\000\000\024\000\001\000\000\000' && zeros 20
    zeros 6 && printf "$one" && zeros 6 && printf "$one" && zeros 6 && printf "$one" && zeros 72
    printf '\000\000LASF_Projection\000\257\207\030\000' && zeros 32 && printf '\001\000\001\000\000\000\002\000\000\014\000\000\001\000\037\176\004\014\000\000\001\000\053\043' && zeros 20
} | seed las keys.las
for packed in "$(dirname "$0")"/../tests/files/*.laz; do seed las "$(basename "$packed")" <"$packed"; done
for encoding in LRFI KRBI; do
    printf "\$CT\nabout\n\$\n\$ROAD_CRG\nreference_line_increment = 1\nreference_line_end_u = 2\n\$\n\$KD_DEFINITION\n#:$encoding\n\
D:reference line phi,rad\nD:long section at v = -1,m\nD:long section at v = 1,m\n\$\n\$\$\$\$\n" >"$out/grid"
    if [ $encoding = LRFI ]; then printf '  *unused*  0.100000  0.200000\n  0.010000 *missing*  0.200000\n  0.020000  0.300000  0.400000\n' >>"$out/grid"
    else zeros 36 >>"$out/grid"; fi
    seed crg "grid-$encoding.crg" <"$out/grid"
    rm "$out/grid"
done
# Lines given as places, and as headings, slopes and bankings between two ends.
printf '$ROAD_CRG\nreference_line_increment=1\n$KD_DEFINITION\n#:LRFI\nD:reference line x,m\nD:reference line y,m\nD:long section at v = -1,m\nD:long section at v = 1,m\n$\n$$$$\n
  0.000000  0.000000  0.100000  0.200000\n  1.000000  0.000000  0.100000  0.200000\n  1.900000  0.400000  0.100000  0.200000\n' | sed '/^$/d' | seed crg places.crg
printf '$ROAD_CRG\nreference_line_increment=1\nreference_line_start_x=0\nreference_line_start_y=0\nreference_line_end_x=2\nreference_line_end_y=0\nreference_line_start_z=0\n
reference_line_end_z=1\nlong_section_v_right=-1\nlong_section_v_left=1\nlong_section_v_increment=2\n$KD_DEFINITION\n#:LRFI\nD:reference line phi,rad\nD:reference line slope,m/m\n
D:reference line banking,m/m\nD:long section 1,m\nD:long section 2,m\n$\n$$$$\n  *unused*  *unused*  0.010000  0.100000  0.200000\n
  0.100000  0.010000  0.020000  0.100000  0.200000\n -0.100000  0.020000  0.030000  0.100000  0.200000\n' | sed '/^$/d' | seed crg ends.crg
# A race and a practice, with a line of each kind; and a file that is broken in the ways that real ones are.
driver='<Driver><Name>A. Varga</Name><Connected>1</Connected><VehName>GT</VehName><CarClass>Cup</CarClass><CarNumber>007</CarNumber><Position>1</Position>'
printf '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE rF [<!ENTITY rFEnt "rFactor Entity">]>\n<rFactorXML version="1.0"><RaceResults><TrackVenue>Ring</TrackVenue><GameVersion>1.155</GameVersion><Race><Laps>2</Laps><Minutes>0</Minutes><Stream>
<Score et="80.3">A. Varga(2) lap=0 point=1 t=40.1 et=80.35</Score><Incident et="45.2">B(4) reported contact (0.16) with another vehicle A. Varga(2)</Incident>
<Penalty et="50.1">B received Stop/Go penalty, 10s, 2laps. Result: penalties=1</Penalty><Penalty et="90">B finished before serving penalty, added 35 seconds to totalET</Penalty>
<TrackLimits et="72.0" Driver="B" ID="4" Lap="0" WarningPoints="0.5">Warning</TrackLimits><Sector et="70.0">B(4) set new best for sector 2</Sector><System et="1">B(4) 203.0.113.7 has joined as a participant</System></Stream>
%s<Lap num="1" p="1" et="40.25" s1="40.1" s2="30.05" s3="29.85" fuel="0.5" fcompound="0,Soft" rcompound="1,Hard">100.0</Lap><Lap num="2" p="1" et="140.25" pit="1">--.----</Lap><FinishTime>199.5</FinishTime><Laps>2</Laps><FinishStatus>Finished Normally</FinishStatus><Swap startLap="1" endLap="2">Bo</Swap></Driver>
<Driver><Name>B</Name><Position>2</Position><Lap num="1" p="2" et="40.25">101.0</Lap><FinishStatus>DQ</FinishStatus></Driver></Race></RaceResults></rFactorXML>\n' "$driver" | seed results_xml race.xml
printf '<rFactorXML><RaceResults><Practice1><Stream></Stream>%s<Lap num="1" p="1" et="--.---">--.----</Lap><Lap num="2" p="1" et="50">40.0</Lap><BestLapTime>40.0</BestLapTime></Driver></Practice1></RaceResults></rFactorXML>' "$driver" | seed results_xml practice.xml
printf '<rFactorXML><RaceResults><TrackVenue>R\351ng & Sons &#65;&b;</TrackVenue><Race><Minutes>0<Stream><Score et="x">?</Score><Chat et=1>1 < 2</Chat>%s<Lap num="1" p="-1" et="">x</Lap><Driver><Name>C</Name></Race></RaceResults></rFactorXML>\355' "$driver" | seed results_xml broken.xml
printf '//X;Y;Z;I\n2\n1;2;3;4\n-1e3;.5;7;8\n' | seed xyz points.csv
printf 'x y z\n1 2 3\n4 5 6\n' | seed xyz points.xyz
{ printf 'solid but not text' && zeros 62 && printf '\001\000\000\000' && zeros 24 && printf '\000\000\200\077' && zeros 12 && printf '\000\000\200\077' && zeros 6; } | seed stl binary.stl
printf 'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n' | seed stl text.stl
printf 'mtllib a.mtl\no one\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv .2 .3 0\nvt 0 0\nvn 0 0 1\ng two\nf 1/1/1 2/1/1 3//1 -1\nf 1 2 \\\n3\n' | seed obj mesh.obj
printf '*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*NODE_NAME "a"\n*MESH {\n*MESH_NUMVERTEX 3\n*MESH_NUMFACES 1\n*MESH_VERTEX_LIST {\n\
*MESH_VERTEX 0 0 0 0\n*MESH_VERTEX 1 1 0 0\n*MESH_VERTEX 2 0 1 0\n}\n*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1\n}\n}\n}\n' >"$out/scene"
seed ase scene.ase <"$out/scene"
{ printf '\377\376' && sed 's/./&\n/g; s/$/\n/' "$out/scene" | awk 'length($0) == 1 { printf "%s\001", $0; blank = 0; next } { if (!blank) printf "\n\001"; blank = 1 }' | tr '\001' '\000'; } | seed ase wide.ase
rm "$out/scene"
printf '{"asset":{"version":"2.0","generator":"hand"},"buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0,"scale":[1,2,3]}],"scenes":[{"nodes":[0]}]}' | seed glb scene.gltf
# A mesh with a sparse part, and a strip of normalized bytes that is turned and below it.
printf '{"asset":{"version":"2.0"},"extensionsUsed":["KHR_mesh_quantization"],
"extensionsRequired":["KHR_mesh_quantization"],
"buffers":[{"byteLength":80,"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAQAAAAAAAEAAAAAAAAAAPwAAAAB/AAAAAH8AAAAAAAD//wAAAAD//wABAgA="}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":2},{"buffer":0,"byteOffset":40,"byteLength":12},{"buffer":0,"byteOffset":52,"byteLength":12,"byteStride":4},{"buffer":0,"byteOffset":64,"byteLength":12},{"buffer":0,"byteOffset":76,"byteLength":3}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":2}}},{"bufferView":3,"componentType":5120,"normalized":true,"count":3,"type":"VEC3"},{"bufferView":4,"componentType":5123,"normalized":true,"count":3,"type":"VEC2"},{"bufferView":5,"componentType":5121,"count":3,"type":"SCALAR"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":2},"indices":3}]},{"primitives":[{"attributes":{"POSITION":1},"mode":5}]}],
"nodes":[{"mesh":0,"children":[1]},{"mesh":1,"rotation":[0,0,0.6,0.8],
"translation":[1,2,3]}],
"scenes":[{"nodes":[0]}],
"scene":0}' | seed glb sparse.gltf

printf 'driver,kind,value,lap,incident,file,reason\nVarga,time,5,,,,"a, ""b"""\n0,lap_invalid,,3,,race.vcr,\n' >"$out/rulings/commas.csv"
printf '\357\273\277driver;kind;value;lap;reason\r\nA. Varga;time;-2,5;;\r\nNovak;positions;3;;x\r\n\r\nNovak;note;;2;"two\r\nlines"\r\n' >"$out/rulings/semicolons.csv"
# An encoding, a room, a text: Live for Speed's switches and half characters, Windows-1252, UTF-8.
printf '\006\020Zo\353 ^C\310\342^J\216\251^8^E\350^J\216' >"$out/text/switches"
printf '\004\010\200 \374\201' >"$out/text/windows"
printf '\003\040\303\274\374\360\237\217\201' >"$out/text/utf8"
printf 'some plain text, some plain text' | gzip -n >"$out/codec/text.gz"
cp "$out/vcr/race.vcr.gz" "$out/codec/"
printf '\037\213\010\000\000\000\000\000\000\000\001\003\000\374\377abc' >"$out/codec/stored-and-cut.gz"
printf '\020\373\000\000\004\340abcd\374' >"$out/codec/literal.refpack"
printf '\020\373\000\000\012\340abcd\014\003\377\374' >"$out/codec/copy.refpack"
printf '\060\373\000\000\004\000\000\000\000\000\000\000\000' >"$out/codec/some.huffman"
printf '\106\373\000\000\004\000abcd' >"$out/codec/some.bytepair"
cp "$out/codec/"* "$out/detect/"

printf '\000\001\002\003\004\005\006\007' >"$out/layout_build/bytes"
printf '\001{"x":1,"y":-0.5,"z":"0x7FC00000","reserved_0":"00ff","name":"a"}' >"$out/layout_build/json"

# A scan as each of the others; a grid of it only as small as grids are.
for target in ply las obj stl glb xyz; do "$paddock" convert "$out/detect/any.rld" "$out/$target/scan.$target" 2>/dev/null || rm -f "$out/$target/scan.$target"; done

# A lap as a log.
"$paddock" convert "$out/detect/any.raf" "$out/ld/any.ld" --quiet 2>/dev/null && rm -f "$out/ld/any.ldx" && cp "$out/ld/any.ld" "$out/detect/"

"$paddock" convert "$out/detect/any.raf" "$out/vbo/any.vbo" --quiet 2>/dev/null && cp "$out/vbo/any.vbo" "$out/detect/"
printf 'File created on 25/05/2025 @ 14:00:12\n[laptiming]\nStart +5280.1 +2628.0 +5279.9 +2628.0\nSplit +5280.1 +2628.1 +5279.9 +2628.1\n[header]\ntime\nlatitude\n\
longitude\nvelocity kmh\nThrottle\n[channel units]\n%%%%\n[column names]\ntime lat long velocity Throttle\n[data]\n190013.040 +2627.9 +5280.0 100 5\n\
190013.140 +2628.0 +5280.0 100 5\n190013.140 +2628.1 +5280.0 x 5\n' | seed vbo lines.vbo
printf '\001\002\003\004\005\006\007\010DUCK\100\0\0\0\0\0\0\0%04000d' 0 | seed lmu_telemetry head.duckdb
mkdir -p "$out/motec_csv"
"$paddock" convert "$out/detect/any.raf" "$out/motec_csv/any.csv" --to motec-csv --quiet 2>/dev/null && cp "$out/motec_csv/any.csv" "$out/detect/"
printf 'Format;MoTeC CSV File\nVenue;Ring;;;Session;1\nBeacon Markers;0,5 1,5\nTime;GPS Latitude;GPS Longitude;Lap Number\ns;deg;deg;\n0,0;45,1;8,2;1\n0,5;45,2;8,2;x\n\
0,5;;;2\n1,5;45,3;8,2;2\n' | seed motec_csv comma.csv

printf '<?xml version="1.0"?>\n<LDXFile><Marker ClassName="BCN" Name="a&amp;b" Time="6.2e+07"/><Marker ClassName="BCN" Time="1e5"/><Marker ClassName="BCN" Time="x"/>\n\
<Details><String Id="Total Laps" Value="1"/><Numeric Id="Mass" Value="9" Unit="kg"/><X Id="&" Value="\351"/></Details><Details/></LDXFile' | seed ldx any.ldx
printf 'Format,AIM CSV File\nTime,10:03:24 AM\nDate,"Saturday, July 01, 2023"\nDuration,9\nComment,"a\nb"\nSegment,Lap 2 - 0:08.5\nBeacon Markers,0.5  8.5\n\
Segment Times, 0:00.5, 0:08.0, 0:00.5\n\nTime,GPS_Latitude,GPS_Longitude,GPS_LatAcc,\nTime,GPS_Latitude,GPS_Longitude,GPS_LatAcc,\nsec,\260,\260,g,\n,,1,2,\n\
0,45.1,8.2,0.1,\n4,45.2,8.2,x,\n9,0,0,,\nFormat,AIM CSV File\n1,2,3,4\n' | seed aim_csv race-studio-2.csv
printf '\357\273\277Format;AiM CSV File\nSession;Ring\nBeacon Markers;0,5;8,5;9,0\nSegment Times;0:00,5;0:08,0;0:00,5\n;;\nTime;GPS Latitude;GPS Longitude\ns;deg;deg\n;;\n\
0,0;45,1;8,2\n0,5;45,2;8,2\n9,0;;\n' | seed aim_csv race-studio-3.csv
printf 'This file is created using RaceChrono Pro v9.1.3 ( http://racechrono.com/ ).\nFormat,3\nCreated,31/12/2025,02:54\n\n\
timestamp,fragment_id,lap_number,elapsed_time,latitude,longitude,speed,speed\nunix time,,,s,deg,deg,m/s,m/s\n,,,,100: gps,100: gps,100: gps,calc\n\
1000,0,1,50,45.1,8.2,9,9\n1010,0,1,60,,,,9\n1025,0,2,75,45.1,8.2,9,x\n1060,1,2,0,45.1,8.2,9,9\n1070,1,3,10,45.2,8.2,9,9\n\
This file is created using RaceChrono\ntimestamp,other\n1,2\n' | seed racechrono_csv three.csv
printf 'This file is created using RaceChrono v4.1.5\nTrack name,a\nLap #,Timestamp (s),Latitude (deg),Longitude (deg),Speed (m/s) *calc,Trap name\n\
N/A,1,45.1,8.2,9,\n1,2,45.1,8.2,9,Finish\n2,40,45.1,8.2,9,\n3,80,0,0,9,\n' | seed racechrono_csv one.csv

"$paddock" convert "$out/detect/any.raf" "$out/gpx/any.gpx" --quiet 2>/dev/null && cp "$out/gpx/any.gpx" "$out/detect/"
printf '<gpx creator="a"><trk><name>A, lap 1</name><trkseg><trkpt lat="45.1" lon="8.2"><time>2024-05-01T10:20:30Z</time><speed>9</speed></trkpt>\n\
<trkpt lat="45.2" lon="8.2"><ele>x</ele><time>2024-05-01T10:20:30+02:00</time></trkpt></trkseg></trk><trk><trkseg><trkpt lat="45.3" lon="8.2">\n\
<time>2024-05-01T10:20:31.5Z</time></trkpt></trkseg></trk></gpx>\n' | seed gpx joined.gpx

# What is to be packed: each codec at some level.
mkdir -p "$out/pack" "$out/edit"
for choice in 000 001 002 003 004 005 006 025 052 106 110 214 300 322; do
    { printf '%b' "\\0$choice"; printf 'abcabcabc, abcabcabc and again abcabcabc'; head -c 200 "$out/detect/any.raf"; } >"$out/pack/choice-$choice"
done

# script NAME FILE SCRIPT: a script of edits, its length before and a file after it.
script() {
    { printf '%b' "\\0$(printf '%03o' "$(printf '%b' "$3" | wc -c)")"; printf '%b' "$3"; cat "$out/detect/$2"; } >"$out/edit/$1"
}
script raf any.raf 'player=A\nreserved_10=00fF\nplayer_flags=0x11\nblock[3].wheel_1.load=100\n0.05:0.08:\n'
script car_info any.car-info 'wheel[1].spring=5\nmass=900\n'
script srpath any.srpath 'node[1].x=2.5\nsplit_nodes[0]=1\n'
script pth any.pth 'node[1].x=2.5\nfinish_node=1\n'
script spr any-spr.spr 'track=A\nplayer=B\n'
script smx any.smx 'object[1].x=2.5\npoint[3].red=9\n'
[ ! -f "$out/detect/any.ld" ] || script ld any.ld 'driver=A\nchannel[1].rate=50\n'
script rld any.rld 'point[1].x=2.5\ntriangle[0].a=1\n'
script rply-1.1 any-1.1.rply 'track=abc\n0:0.1:0\n:0.1\n'
script rply-2.1 any-2.1.rply 'interval=5\n0.1::car\n'
script vcr-r1 any-r1.vcr 'version=1.05\n60:60.2:0\n'
script vcr-r2 any-r2.vcr 'version=1.05\nr2.driver[0].name=Ann\n60.1::0,1\n'
script vcr-l any-l.vcr '60::0\nslice[0].time=61\n'
script tri any-open.tri 'node[3].x=5\nnode[3].slope=0\n'
script wwww any-car.wwww 'child[1].offset=4000\n'
script crp any-car.crp 'article[0].part_count=1\nentry[0].width=4\n'
script shpi any-LN32.shpi 'entry[0].width=4\n'
"$paddock" pack "$out/detect/any.rld" "$out/detect/packed.rld" >/dev/null
"$paddock" pack --codec huffman-delta "$out/detect/any-LN32.shpi" "$out/detect/packed.shpi" >/dev/null
printf "no format knows this text, and again: no format knows this text" >"$out/plain" && "$paddock" pack "$out/plain" "$out/packed/text.qfs" >/dev/null && rm "$out/plain"
script packed-rld packed.rld 'point[1].x=0x1\n'
script packed-shpi packed.shpi 'entry[0].code=palette RGB 888\nentry[0].image=x\n'
script packed-vcr race.vcr.gz '60:61z:\nr2.driver[0].name=B\n'

# The text of some of them.
mkdir -p "$out/twin"
for file in "$out"/detect/any.raf "$out"/detect/any.rld "$out"/detect/*.rply "$out"/detect/any-*.vcr "$out"/detect/any-*.shpi "$out"/detect/any-*.wwww "$out"/detect/any-*.crp; do
    [ ! -f "$file" ] || "$paddock" dump "$file" -o "$out/twin/$(basename "$file").json" || exit 1
done

# Pictures: the byte in front of a PNG says which image it is to become.
mkdir -p "$out/picture"
if "$paddock" images "$out/shpi/any-LN32.shpi" -o "$out/images" >/dev/null 2>&1; then
    number=0
    for file in "$out"/images/*.png; do
        { printf "\\$(printf %03o $number)" && cat "$file"; } >"$out/picture/$(basename "$file")"
        number=$((number + 1))
    done
fi
rm -rf "$out/images"
printf 'x' >"$out/picture/one-byte"

# Surfaces: eight bytes of choices, triangles by the numbers of their corners, points. Squares of a grid in small numbers; in
# hundredths; far away; as floats, with y up.
mkdir -p "$out/surface"
corners='\000\001\003\001\004\003\001\002\004\002\005\004\003\004\006\004\007\006\004\005\007\005\010\007'
printf "\\011\\010\\000\\100\\105\\100\\001\\000$corners\\000\\000\\000\\010\\000\\001\\020\\000\\000\\000\\010\\002\\010\\010\\003\\020\\010\\001\\000\\020\\000\\010\\020\\001\\020\\020\\002" >"$out/surface/grid"
for kind in 1 2; do
    { printf "\\011\\010\\00$kind\\100\\050\\104\\101\\000$corners" && zeros 6 && printf '\000\010\000\000\000\001' && printf '\000\020\000\000\000\000\000\000\000\010\000\002\000\010\000\010\000\003\000\020\000\010\000\001\000\000\000\020\000\000\000\010\000\020\000\001\000\020\000\020\000\002'; } >"$out/surface/fine-$kind"
done
{ printf '\003\002\007\100\105\100\000\000\000\001\002\000\002\377' && zeros 12 && printf '\000\000\200\077' && zeros 16 && printf '\000\000\200\077'; } >"$out/surface/upright"

# The same to each target: after the choices six bytes of options, and a line to follow.
mkdir -p "$out/convert"
for target in 000 001 002 003 004 005 006 007 010 011 012; do
    for options in '\004\000\000\000\000\000' '\037\004\100\100\100\002\000\000\020\020'; do
        printf "\\011\\010\\000\\100\\105\\100\\001\\$target$options$corners\\000\\000\\000\\010\\000\\001\\020\\000\\000\\000\\010\\002\\010\\010\\003\\020\\010\\001\\000\\020\\000\\010\\020\\001\\020\\020\\002" \
            >"$out/convert/$target-$(printf '%s' "$options" | cut -c2-4)"
    done
done

# Whatever moves, and a track that does not.
mkdir -p "$out/answers"
for file in "$out"/raf/any*.raf "$out"/rply/any*.rply "$out"/vcr/any*.vcr "$out"/tri/any-closed.tri; do
    [ ! -e "$file" ] || cp "$file" "$out/answers/"
done
for dialect in r1 r2 l; do
    "$paddock" synth vcr "$out/answers/race-$dialect.vcr" --session race --laps 2 --cars 3 --poses-every 100 --dialect $dialect
done
"$paddock" synth vcr "$out/answers/practice.vcr" --session practice --minutes 3 --cars 3 --poses-every 100

# The same, and surfaces.
mkdir -p "$out/plot"
for file in "$out"/answers/* "$out"/rld/any*.rld "$out"/crg/any*.crg; do
    [ ! -e "$file" ] || cp "$file" "$out/plot/"
done

# Everything that can be had of any file, for its time.
mkdir -p "$out/time"
cp "$out"/detect/any* "$out"/answers/race-* "$out/time/"

# Pages: recordings with laps, and one file of every other kind.
mkdir -p "$out/page"
cp "$out"/detect/any* "$out/page/"
cp "$out"/answers/* "$out/page/"

ls "$out"/*/* | wc -l | sed 's/$/ seeds/; s/^ */ok 1 - /'
