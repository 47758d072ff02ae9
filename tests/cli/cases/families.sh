# The art of a track where the games keep it: folders of their own beside the track's.
verbs() { "$PADDOCK" help --json | jq -r '[.. | objects | select(.options? != null and .name? != null) | select([.options[].name? // .options[]] | index("fam")) | .name] | unique[]'; }
mkdir -p simdata/misc
"$PADDOCK" synth tri simdata/misc/AL1.TRI --dialect open && "$PADDOCK" synth wwww first.fam --dialect open --seed 1 || exit 1
"$PADDOCK" synth wwww second.fam --dialect open --seed 2 || exit 1
"$PADDOCK" convert simdata/misc/AL1.TRI first.glb --fam first.fam 2>/dev/null && "$PADDOCK" convert simdata/misc/AL1.TRI second.glb --fam second.fam 2>/dev/null || exit 1
cmp -s first.glb second.glb && echo "FAIL families: the two families look the same" && exit 1

# Every folder and every name, in capitals and not.
for folder in ETRACKFAM:English etrackfm:English Gtrackfam:German GTRACKFM:German nTrackFam:normal NTRACKFM:normal; do
    for name in AL1.FAM al1_001.fam Al1_T01.Fam; do
        place=simdata/${folder%:*}
        mkdir $place && cp first.fam $place/$name
        t 0 "$place/$name" "$PADDOCK" convert simdata/misc/AL1.TRI x.glb
        err_is "paddock: simdata/misc/AL1.TRI: textures and models from $place/$name (the ${folder#*:} ones)"
        cmp -s first.glb x.glb || complain "it is not the scene of this art"
        rm -r $place
    done
done

mkdir simdata/ETRACKFAM simdata/NTRACKFAM simdata/nothing
cp first.fam simdata/ETRACKFAM/AL1_001.FAM && cp second.fam simdata/NTRACKFAM/AL1_T01.FAM
# Every verb that shows art finds it in the same way.
known=$(verbs | tr '\n' ' ')
[ "$known" = "convert images report " ] || { t 1 "verbs with --fam" false; complain "these verbs have --fam, and this test knows convert, images and report: $known"; }
for verb in convert:glb convert:obj report:html images:png; do
    run=("${verb%:*}" simdata/misc/AL1.TRI -o "out.${verb#*:}")
    [ "$verb" != images:png ] || run+=(--entry 1/1/0000)
    t 0 "${verb%:*} takes the English family where both are" "$PADDOCK" "${run[@]}"
    [ "$(head -n 2 $err)" = 'paddock: simdata/misc/AL1.TRI: textures and models from simdata/ETRACKFAM/AL1_001.FAM (the English ones)
paddock: simdata/misc/AL1.TRI: there are also the normal ones: --fam simdata/NTRACKFAM/AL1_T01.FAM' ] || complain "$(cat $err)"
    [ "$verb" != convert:obj ] || err_has '(obj.frames)'
    for fam in simdata/NTRACKFAM/AL1_T01.FAM simdata/NTRACKFAM simdata/NTRACKFAM/; do
        cp "out.${verb#*:}" found
        t 0 "${verb%:*} takes the other with --fam $fam" "$PADDOCK" "${run[@]}" --fam $fam
        cmp -s "out.${verb#*:}" found && [ "$verb" != convert:obj ] && complain "it is the same as with the first"
        mv found "out.${verb#*:}"
    done
    t 0 "${verb%:*} takes the game's folder, too" "$PADDOCK" "${run[@]}" --fam simdata
    err_has 'simdata/ETRACKFAM/AL1_001.FAM (the English ones)'
    t 3 "${verb%:*} says where there is none" "$PADDOCK" "${run[@]}" --fam simdata/nothing
    err_is 'paddock: simdata/nothing: no AL1.FAM, AL1_001.FAM or AL1_T01.FAM in this folder, nor in a folder ETRACKFAM, GTRACKFAM or NTRACKFAM in it (art.none)'
done
for here in simdata/misc:../ETRACKFAM simdata:ETRACKFAM simdata/misc/../misc:../ETRACKFAM; do
    cd "${here%:*}" && track=$(cd "$OLDPWD" && find simdata -name AL1.TRI) && track=$(realpath --relative-to . "$OLDPWD/$track")
    cd "$OLDPWD" || exit 1
    t 0 "from ${here%:*}" sh -c "cd ${here%:*} && \"\$0\" convert $track x.glb 2>err && cat err" "$PADDOCK"
    out_has "from ${here#*:}/AL1_001.FAM (the English ones)"
    rm -f ${here%:*}/err ${here%:*}/x.glb
done
t 0 "an absolute path" "$PADDOCK" convert "$PWD/simdata/misc/AL1.TRI" x.glb
err_has "from $PWD/simdata/ETRACKFAM/AL1_001.FAM"
cp second.fam simdata/misc/AL1_001.fam
t 0 "the track's own folder comes first" "$PADDOCK" convert simdata/misc/AL1.TRI x.glb
err_is 'paddock: simdata/misc/AL1.TRI: textures and models from simdata/misc/AL1_001.fam'
cmp -s second.glb x.glb || complain "it is not the scene of this art"
rm simdata/misc/AL1_001.fam
t 0 "a reversed track has lost it" "$PADDOCK" track reverse simdata/misc/AL1.TRI simdata/misc/back.tri
err_is 'paddock: simdata/misc/back.tri: no FAM beside it; copy simdata/ETRACKFAM/AL1_001.FAM to simdata/misc/back.FAM for its textures'
rm simdata/misc/back.tri
t 0 "two tracks, and each its own" "$PADDOCK" report simdata/misc/AL1.TRI first.fam -o x.html
err_has "from simdata/ETRACKFAM/AL1_001.FAM"

# Pictures of a track are those of its art; frames of animated ones are called so, and are put back.
t 0 "pictures of a track" "$PADDOCK" images simdata/misc/AL1.TRI -o art --fam first.fam --json
json length "$("$PADDOCK" info first.fam --json | jq '.images | length')"
json '[.[] | select(.frame != null) | [.name, .file, .frame, .frames]]' '[["1/4/0000","art/1-4-0000_frame1of3.png",1,3],["1/5/0000","art/1-5-0000_frame2of3.png",2,3],["1/6/0000","art/1-6-0000_frame3of3.png",3,3]]'
json '[.[] | select(.frames == null)] | length > 50' true
[ "$(ls art | wc -l)" -eq "$(jq length out.txt)" ] || complain "files are missing"
t 0 "as a list" "$PADDOCK" images simdata/misc/AL1.TRI -o art --fam first.fam
out_has '1/5/0000  art/1-5-0000_frame2of3.png  32 x 32, 8-bit indexed, frame 2 of 3'
t 0 "put back unchanged" "$PADDOCK" set first.fam --images art -o back.fam
cmp -s first.fam back.fam || complain "not the same file"
cp art/1-4-0000_frame1of3.png art/1-5-0000_frame2of3.png
t 0 "one frame changed" "$PADDOCK" set first.fam --images art -o back.fam
t 0 "is seen" "$PADDOCK" images back.fam --entry 1/5/0000 -o five.png
t 0 "as the other" "$PADDOCK" images back.fam --entry 1/4/0000 -o four.png
cmp -s four.png five.png || complain "the frame is not the picture that was put there"
for odd in _frame2of3.png 1-5-0000_frame.png 1-5-0000_frame2of.png 1-5-0000_frameXof3.png 1-5-0000_frame2of3.png.txt 1-5-0000_frame2of3_frame.png; do echo no >art/$odd; done
t 0 "other names are nobody's" "$PADDOCK" set first.fam --images art -o back.fam
t 0 "a family alone does not know" "$PADDOCK" images first.fam -o alone
out_lacks frame
t 2 "--fam is for tracks" "$PADDOCK" images first.fam -o alone --fam second.fam
err_is 'paddock: --fam is for tracks, and first.fam is wwww'
t 4 "a track without art has no pictures" "$PADDOCK" images simdata/misc/AL1.TRI -o none --fam none
err_is 'paddock: simdata/misc/AL1.TRI: has no images (images.none)'
no_file none

# Folders that lead in circles, that nobody can list, that hold no art or very many files.
ln -s . simdata/misc/gtrackfam && ln -s ../misc simdata/misc/ntrackfam && ln -s etrackfm simdata/misc/etrackfm
t 0 "links that loop" timeout 60 "$PADDOCK" convert simdata/misc/AL1.TRI x.glb
err_has "simdata/misc/etrackfm: cannot be searched for art: "
err_has "from simdata/ETRACKFAM/AL1_001.FAM (the English ones)"
rm simdata/misc/?trackfa* simdata/misc/etrackfm
mkdir -p simdata/misc/AL1.FAM/ETRACKFAM && rm -r simdata/?TRACKFAM
t 0 "a folder with the name of the art" "$PADDOCK" convert simdata/misc/AL1.TRI x.glb
err_has "no FAM beside it or in ETRACKFAM, GTRACKFAM or NTRACKFAM beside its folder, so its surfaces are plain; --fam FILE or FOLDER names one"
rm -r simdata/misc/AL1.FAM
echo "no folder" >simdata/etrackfam
t 0 "a file with the name of a family" "$PADDOCK" convert simdata/misc/AL1.TRI x.glb
err_has "simdata/etrackfam: cannot be searched for art: "
rm simdata/etrackfam
mkdir simdata/ETRACKFM && ln -s nowhere simdata/ETRACKFM/AL1.FAM
t 3 "an art that is a link to nothing" "$PADDOCK" convert simdata/misc/AL1.TRI x.glb
err_has "simdata/ETRACKFM/AL1.FAM"
rm simdata/ETRACKFM/AL1.FAM && cp first.fam simdata/ETRACKFM/AL1_001.FAM
(cd simdata/ETRACKFM && seq -f 'AL1_%06g.FAM' 2000 101999 | xargs touch)
t 0 "10^5 other files" timeout 60 "$PADDOCK" convert simdata/misc/AL1.TRI x.glb
err_has "from simdata/ETRACKFM/AL1_001.FAM (the English ones)"
rm -r simdata/ETRACKFM
