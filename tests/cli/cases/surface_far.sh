# A scan in UTM with one point at 1e9: every tool for surfaces gives the scan's own answers, and says how far off the
# point is.
{
    printf 'ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n' 1111
    printf 'element face %d\nproperty list uchar int vertex_indices\nend_header\n' 2000
    awk 'BEGIN {
        for (j = 0; j < 11; j++) for (i = 0; i < 101; i++) printf "%.3f %.3f %.4f\n", 691234 + i / 4, 5334321 + j / 4, 500 + (i * 7 + j * 3) % 5 / 64
        for (j = 0; j < 10; j++) for (i = 0; i < 100; i++) { a = j * 101 + i; printf "3 %d %d %d\n3 %d %d %d\n", a, a + 1, a + 102, a, a + 102, a + 101 }
    }'
} >scan.ply
sed -e 's/vertex 1111/vertex 1112/' -e '1120a 1e9 1e9 1e9' scan.ply >far.ply
t 0 "the point is the last" "$PADDOCK" table far.ply points --format csv
[ "$(tail -n 1 $out | cut -c 1-10)" = 1000000000 ] || complain "$(tail -n 1 $out)"

line="--line 691235,5334322,691258,5334322"
tools="stats check query profile roughness sections holes raster compare crop merge simplify normals fill tile"
t 0 "these are all tools" "$PADDOCK" help surface
for tool in $("$PADDOCK" help surface | sed -n 's/^  \([a-z]*\)  *[A-Z][A-Z.]* .*/\1/p'); do
    case " $tools " in *" $tool "*) ;; *) complain "$tool is not tried" ;; esac
done
run_tool() { # TOOL FILE
    case $1 in
        stats) "$PADDOCK" surface stats $2 --json | jq -c '[.area, .slope, .edge_length, .boundary_length]' ;;
        check) "$PADDOCK" surface check $2 | sed '/unused\|(surface check)/d' ;;
        query) "$PADDOCK" surface query $2 --at 691240.1,5334322.3 ;;
        profile | roughness) "$PADDOCK" surface $1 $2 $line ;;
        sections) "$PADDOCK" surface sections $2 $line --every 5 --width 1 ;;
        holes) "$PADDOCK" surface holes $2 ;;
        fill) "$PADDOCK" surface fill $2 -o made.xyz --max-area 1 -q && head -n 1111 made.xyz ;;
        raster) "$PADDOCK" surface raster $2 made.asc --cell 0.25 && cat made.asc ;;
        compare) "$PADDOCK" surface compare $2 scan.ply | grep -v '^points' ;;
        crop) "$PADDOCK" surface crop $2 -o made.xyz --box 691235,5334322,691250,5334323 -q && cat made.xyz ;;
        merge) "$PADDOCK" surface merge $2 -o made.xyz -q && head -n 1111 made.xyz ;;
        simplify) "$PADDOCK" surface simplify $2 -o made.xyz --error 0.01 -q && cat made.xyz ;;
        normals) "$PADDOCK" surface normals $2 -o made.csv && head -n 1112 made.csv ;;
        tile) "$PADDOCK" surface tile $2 -o tiles --cell 1e9 >/dev/null && sort tiles/* ;;
    esac
}
for tool in $tools; do
    run_tool $tool scan.ply >wanted.txt 2>/dev/null
    t 0 "$tool: the same answer" run_tool $tool far.ply
    [ $tool = tile ] || cmp -s wanted.txt $out || complain "$(diff wanted.txt $out | head -n 4)"
    case $tool in crop | merge | simplify | fill) ;; *) err_has "(surface.precision)" ;; esac
done
for tool in crop merge simplify fill; do # -q said nothing
    case $tool in
        crop) with="--box 691235,5334322,691250,5334323" ;;
        simplify) with="--error 0.01" ;;
        fill) with="--max-area 1" ;;
        *) with= ;;
    esac
    t 0 "$tool says it" "$PADDOCK" surface $tool far.ply -o made.rld $with
    err_has "they are off by up to 28 m (surface.precision)"
done
t 0 "so does check" "$PADDOCK" check far.ply
out_has "(surface.precision)"
