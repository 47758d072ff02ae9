# The mesh of a site beside a lap: convert and report take it, if the lap is on it, and it is that site.
mkdir lfs
"$PADDOCK" synth raf lfs/lap.raf --seconds 70 --quiet
"$PADDOCK" synth smx site.smx --quiet
glb() { "$PADDOCK" convert lfs/lap.raf "$@"; }
page() { "$PADDOCK" report lfs/lap.raf "$@"; }
files_of() { sed -n 's|^<script type="application/json" id="paddock-bundle">\(.*\)</script>$|\1|p' "$1" | jq -c '[.documents[].file]'; }

t 0 "a lap alone" glb alone.glb
err_empty
t 0 "its page" page -o alone.html
t 0 "the mesh as --track" glb named.glb --track site.smx
t 0 "the mesh as --ground" page -o named.html --ground site.smx
err_empty
[ "$(files_of named.html)" = '["lap.raf","site.smx"]' ] || complain "$(files_of named.html)"
cp site.smx lfs/Paddock_Ring_3DH.smx
t 0 "beside the lap" glb beside.glb
err_has "lap.raf: the ground is that of lfs/Paddock_Ring_3DH.smx beside it; --track none leaves it out"
t 0 "is as --track" cmp beside.glb named.glb
t 0 "and in the page" page -o beside.html
err_has "the ground is that of lfs/Paddock_Ring_3DH.smx beside it; --ground none leaves it out"
[ "$(files_of beside.html)" = '["lap.raf","Paddock_Ring_3DH.smx"]' ] || complain "$(files_of beside.html)"
t 0 "none" glb none.glb --track none
err_empty
t 0 "is a lap alone" cmp none.glb alone.glb
t 0 "also in the page" page -o none.html --ground none
err_empty
t 0 "as alone" cmp none.html alone.html
t 0 "a mesh that is named is enough" page lfs/Paddock_Ring_3DH.smx -o given.html
err_empty
[ "$(files_of given.html)" = '["lap.raf","Paddock_Ring_3DH.smx"]' ] || complain "$(files_of given.html)"
cp lfs/lap.raf lfs/lap2.raf
t 0 "laps of one site share it" "$PADDOCK" report lfs/lap.raf lfs/lap2.raf -o two.html
[ "$(files_of two.html)" = '["lap.raf","lap2.raf","Paddock_Ring_3DH.smx"]' ] || complain "$(files_of two.html)"
t 0 "other targets have no ground" glb lap.gpx --quiet
err_empty
# The high resolution comes first, whatever the names are.
"$PADDOCK" set site.smx resolution=1 -o "lfs/Paddock Ring_3DA.smx" --quiet
t 0 "of two resolutions" glb high.glb
err_has "Paddock_Ring_3DH.smx beside it"
mv lfs/Paddock_Ring_3DH.smx lfs/PaddockRing.txt
t 0 "the low one alone" glb low.glb
err_has "Paddock Ring_3DA.smx beside it"
rm "lfs/Paddock Ring_3DA.smx"
# Those of another site, layout of files or place are not.
cp site.smx lfs/Paddock_Ringway.smx
cp site.smx lfs/Paddock.smx
t 0 "another name" glb other.glb
err_empty
t 0 "changes nothing" cmp other.glb alone.glb
"$PADDOCK" set site.smx 'track=Elsewhere' -o lfs/PADDOCKRING.SMX --quiet
t 0 "another site by its own name" glb other.glb
err_has "PADDOCKRING.SMX beside it is not used: it is not a mesh of the lap's site"
"$PADDOCK" synth smx lfs/PADDOCKRING.SMX --seed 3 --quiet
t 0 "a place where the lap is not" glb other.glb
err_has "PADDOCKRING.SMX beside it is not used: the lap is not on it"
t 0 "changes nothing either" cmp other.glb alone.glb
head -c 5000 site.smx >lfs/PADDOCKRING.SMX
t 0 "a damaged mesh" page -o other.html
err_has "PADDOCKRING.SMX beside it is not used:"
t 3 "no such mesh" page -o never.html --ground none.smx
[ ! -e never.html ] || complain "a page was made"

# The one real mesh, read by another program, and a lap driven round on it.
real=${PADDOCK_REAL:-$TOP/../shared/real}
[ -e "$real/lfs/Autocross_3DH.smx" ] || { skip "a lap on a real site ($real/lfs/Autocross_3DH.smx is not here)" && return 0; }
command -v python3 >/dev/null || { skip "a lap on a real site (python3 is not here)" && return 0; }
mkdir real && cp "$real/lfs/Autocross_3DH.smx" real/
python3 "$TOP/tests/cli/lap_on.py" real/Autocross_3DH.smx real/lap.raf " -50,-1000" 60
t 0 "a lap on its real site" "$PADDOCK" convert real/lap.raf real.glb
err_has "the ground is that of real/Autocross_3DH.smx beside it"
t 0 "each point is at its place, in its colour, and the car on it" python3 "$TOP/tests/cli/lap_on.py" --check real/Autocross_3DH.smx real/lap.raf real.glb
python3 "$TOP/tests/cli/lap_on.py" real/Autocross_3DH.smx real/hill.raf 0,0 60
t 0 "up and down its hills, too" "$PADDOCK" convert real/hill.raf hill.glb
err_has "the ground is that of real/Autocross_3DH.smx beside it"
