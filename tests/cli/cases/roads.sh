# Roads: holes, sections, roughness in stretches, OpenCRG along a bent line. Surfaces are written by Python, which also works out what is
# true of them.
command -v python3 >/dev/null || { skip "no python3: surfaces of roads" && return 0; }
cat >road.py <<'PY'
import math, random, sys
def ply(name, points, triangles):
    with open(name, "w") as f:
        f.write("ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n" % len(points))
        f.write("element face %d\nproperty list uchar int vertex_indices\nend_header\n" % len(triangles))
        for p in points: f.write("%.6f %.6f %.7f\n" % p)
        for t in triangles: f.write("3 %d %d %d\n" % t)
def sheet(rows, across, keep=lambda i, k: True):
    made = []
    for i in range(rows - 1):
        for k in range(across - 1):
            a = i * across + k; b = a + across
            if keep(i, k): made += [(a, a + 1, b + 1), (a, b + 1, b)]
    return made
if sys.argv[1] == "holes": # 20 m by 10 m, 0.5 m apart: holes of 0.25 m2 and 1.5 m2, and a bite out of the edge
    points = [(0.5 * i, -0.5 * k, 1 + 0.01 * i) for i in range(41) for k in range(21)]
    gone = {(5, 5)} | {(20 + i, 8 + k) for i in range(2) for k in range(3)} | {(30, 0)}
    ply("holes.ply", points, sheet(41, 21, lambda i, k: (i, k) not in gone))
if sys.argv[1] == "rough": # 600 m of sines with the density of class B, from 300 m on D
    random.seed(5)
    heights = [0.0] * 6001
    for first, density in ((0, 64e-6), (3000, 1024e-6)):
        for line in range(1, 700):
            n = 0.004 * line; amplitude = math.sqrt(2 * density * (n / 0.1) ** -2 * 0.004); phase = random.random() * 2 * math.pi
            for i in range(first, first + 3000): heights[i] += amplitude * math.sin(2 * math.pi * n * 0.1 * i + phase)
    step = heights[2999] - heights[3000]
    for i in range(3000, 6001): heights[i] += step
    heights[6000] = heights[5999]
    ply("rough.ply", [(0.1 * i, 0.5 - 0.5 * k, heights[i]) for i in range(6001) for k in range(3)], sheet(6001, 3))
    # The quarter-car by Runge and Kutta, in steps of a millisecond or so, on slopes over 0.3 m (here the 250 mm, in whole samples).
    base = max(int(0.25 / 0.1 + 0.5), 1); speed = 80 / 3.6; part = 8; dt = 0.1 / speed / part
    def change(s, road): # heights and their speeds as slopes: sprung, unsprung
        force = 63.3 * (s[2] - s[0]) + 6 * (s[3] - s[1])
        return (s[1], force, s[3], (653 * (road - s[2]) - force) / 0.15)
    slope = (heights[110] - heights[0]) / 11; s = (slope, 0.0, slope, 0.0); sums = [0.0] * 6
    for i in range(6001 - base):
        road = (heights[i + base] - heights[i]) / (base * 0.1)
        for _ in range(part):
            k1 = change(s, road); k2 = change([a + dt / 2 * b for a, b in zip(s, k1)], road)
            k3 = change([a + dt / 2 * b for a, b in zip(s, k2)], road); k4 = change([a + dt * b for a, b in zip(s, k3)], road)
            s = [a + dt / 6 * (p + 2 * q + 2 * r + t) for a, p, q, r, t in zip(s, k1, k2, k3, k4)]
        sums[i // 1000] += abs(s[0] - s[2])
    open("iri.txt", "w").write("\n".join(str(1000 * x / 1000) for x in sums))
if sys.argv[1] == "classes":
    import csv
    rows = list(csv.DictReader(open("rough.csv"))); true = [float(x) for x in open("iri.txt")]
    assert [r["class"] for r in rows] == list("BBBDDD"), [(r["class"], r["density"]) for r in rows]
    for r, want in zip(rows, true): assert abs(float(r["iri"]) - want) < 0.01 * want + 0.002, (r, want)
if sys.argv[1] == "bent": # 7 m wide, through a hairpin
    x = y = phi = 0.0; points = []; rows = 501
    open("line.csv", "w").write("x,y\n")
    for i in range(rows):
        if i % 10 == 0: open("line.csv", "a").write("%r,%r\n" % (x + 691000, y + 5330000))
        for k in range(15):
            v = 3.5 - 0.5 * k
            points.append((x - math.sin(phi) * v + 691000, y + math.cos(phi) * v + 5330000, 500 + 0.02 * v + 0.001 * i))
        phi += 0.01 * math.sin(math.pi * i / 500); x += 0.5 * math.cos(phi); y += 0.5 * math.sin(phi)
    ply("bent.ply", points, sheet(rows, 15))
if sys.argv[1] == "circuit": # 6 to 8 m wide, of RADIUS and more; begins anywhere on it, and goes round this WAY
    radius, way = float(sys.argv[3]), int(sys.argv[4]); rows = int(2 * math.pi * radius * 1.2 / 0.5); points = []; line = []
    def middle(t): r = radius * (1 + 0.2 * math.cos(2 * t) + 0.08 * math.sin(3 * t)); return r * math.cos(t), r * math.sin(t)
    for i in range(rows):
        t = 0.7 + way * 2 * math.pi * i / rows
        a, b = middle(t - 1e-5 * way), middle(t + 1e-5 * way); d = math.hypot(b[0] - a[0], b[1] - a[1]); ux, uy = (b[0] - a[0]) / d, (b[1] - a[1]) / d
        x, y = middle(t); half = 3.5 + 0.5 * math.sin(5 * t); line.append((x, y))
        for k in range(15):
            v = half * (1 - k / 7); points.append((x - uy * v, y + ux * v, 5 + 0.02 * v))
    triangles = sheet(rows, 15) + [t for k in range(14) for t in (((rows - 1) * 15 + k, (rows - 1) * 15 + k + 1, k + 1), ((rows - 1) * 15 + k, k + 1, k))]
    ply(sys.argv[2], points, triangles)
    open("line.csv", "w").write("x,y\n" + "\n".join("%r,%r" % p for p in line + line[:1]))
if sys.argv[1] == "round": # the line of the last grid comes back to its begin, smoothly, and goes as the road's
    numbers = [float(l) for l in open("round.txt").read().split()]; gap, turn, first, way, kink = numbers
    assert gap < 0.26, gap
    assert turn * way > 6.2, (turn, way)
    assert first < 6, first
    assert kink < 0.05, kink
if sys.argv[1] == "grid": # an OpenCRG file, read by its own rules: U, phi, then heights
    import struct
    data = open(sys.argv[2], "rb").read(); head, dollars, rest = data.partition(b"\n$$$$$$$$"); body = rest[rest.index(b"\n") + 1:]
    value = {l.split("=")[0].strip(): float(l.split("=")[1]) for l in head.decode().splitlines() if "=" in l}
    sections = head.count(b"D:long section"); step = value["REFERENCE_LINE_INCREMENT"]
    rows = round(value["REFERENCE_LINE_END_U"] / step) + 1
    numbers = [struct.unpack(">%df" % (sections + 1), body[4 * i * (sections + 1):4 * (i + 1) * (sections + 1)]) for i in range(rows)]
    x, y = value["REFERENCE_LINE_START_X"], value["REFERENCE_LINE_START_Y"]; line = [(x, y)]
    for i in range(1, rows): x += step * math.cos(numbers[i][0]); y += step * math.sin(numbers[i][0]); line.append((x, y))
    true = [tuple(map(float, l.split(","))) for l in open("line.csv").read().split()[1:]]
    def off(p):
        best = 1e9
        for a, b in zip(true, true[1:]):
            dx, dy = b[0] - a[0], b[1] - a[1]; t = min(max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy), 0), 1)
            best = min(best, math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy))
        return best
    worst = max(off(p) for p in line[::10]); limit = float(sys.argv[3])
    assert worst < limit, worst
    gaps = sum(n != n for row in numbers for n in row[1:]); assert gaps < (0.2 if limit < 1 else 0.3) * rows * sections, (gaps, rows * sections)
    for i in range(5, rows - 5, 50): # across: the slope of the road, 0.02
        seen = [(k, n) for k, n in enumerate(numbers[i][1:]) if n == n]
        slope = (seen[-1][1] - seen[0][1]) / (seen[-1][0] - seen[0][0]) / step; assert abs(slope - 0.02) < 0.002, slope
    assert math.hypot(x - value["REFERENCE_LINE_END_X"], y - value["REFERENCE_LINE_END_Y"]) < 0.01 * 1.0
    bends = [math.remainder(numbers[i + 1][0] - numbers[i][0], 2 * math.pi) for i in range(1, rows - 1)]
    turned = [(true[i + 1][0] - true[i][0]) * (true[i + 2][1] - true[i + 1][1]) - (true[i + 1][1] - true[i][1]) * (true[i + 2][0] - true[i + 1][0]) for i in range(len(true) - 2)]
    # how far from its begin it ends, how far round it goes, how far from the road's it begins, which way that goes, how much it bends where it ends
    print(math.hypot(line[-1][0] - line[0][0], line[-1][1] - line[0][1]), sum(bends), math.hypot(line[0][0] - true[0][0], line[0][1] - true[0][1]),
          1 if sum(turned) > 0 else -1, abs(math.remainder(numbers[1][0] - numbers[-1][0], 2 * math.pi)), file=open("round.txt", "w"))
PY
for what in holes rough bent; do t 0 "written: $what" python3 road.py $what; done

t 0 "holes" "$PADDOCK" surface holes holes.ply
out_has "x,y,z,area,perimeter,sides,min_x"
[ "$(sed -n 2p out.txt | cut -d, -f5,6)" = "5.000399959,10" ] || complain "not 5 m around, of 10 sides: $(sed -n 2p out.txt)"
[ "$(sed -n 3p out.txt | cut -d, -f1,2,6)" = "2.75,-2.75,4" ] || complain "not the small one: $(sed -n 3p out.txt)"
err_is "paddock: holes.ply: 2 holes, of 1.75035 m2 together"
t 0 "as JSON, into a file" "$PADDOCK" surface holes holes.ply holes.json
[ "$(jq -c '[.count, .outer, (.holes | length)]' holes.json)" = "[2,1,2]" ] || complain "not two holes"
t 0 "check tells them, as notes" "$PADDOCK" surface check holes.ply
out_has "a hole of 1.5 m2, 5 m around"
t 0 "some are filled" "$PADDOCK" surface fill holes.ply closed.ply --max-area 1
out_has "1 holes filled, of 0.25005 m2 together"
out_has "1 holes left open, of 1.5003 m2 together"
out_has "1 of them larger than --max-area"
t 0 "all are filled" "$PADDOCK" surface fill holes.ply closed.ply --max-area 10 --json
json .holes_filled 2
json .holes_large 0
t 0 "none is left" "$PADDOCK" surface holes closed.ply
err_is "paddock: closed.ply: no holes"
[ "$("$PADDOCK" surface stats --json closed.ply | jq -c '[.boundary_loops, .flipped, .degenerate, .edges.non_manifold]')" = "[1,0,0,0]" ] ||
    complain "what was filled is no sheet"
t 4 "points have none" "$PADDOCK" surface holes line.csv

t 0 "sections" "$PADDOCK" surface sections holes.ply --line 0,-5,20,-5 --every 5 --width 4 --step 1
[ "$(wc -l <out.txt)" = 26 ] || complain "not 5 sections of 5 heights: $(wc -l <out.txt)"
[ "$(sed -n 8p out.txt)" = "5,-1,5,-6,1.100000024" ] || complain "the first height to the right at 5 m: $(sed -n 8p out.txt)"
t 0 "as JSON" "$PADDOCK" surface sections holes.ply --line 0,-5,20,-5 --every 5 --width 4 --step 1 --json
json '[.sections[] | .points | length] | add' 25
json '.sections[4].points[2].z' 1.399999976
t 0 "beyond the edge heights are empty" "$PADDOCK" surface sections holes.ply --line 10,-1,10,-2 --every 5 --width 4 --step 1
out_has "0,2,12,-1,1.24"
# A plane that rises by 3 % to the left of a line along x, and by 1 % along it.
python3 -c '
points = [(x, y) for x in range(0, 21) for y in range(-4, 5)]
print("ply\nformat ascii 1.0\nelement vertex", len(points), "\nproperty float x\nproperty float y\nproperty float z")
print("element face", 20 * 8, "\nproperty list uchar int vertex_indices\nend_header")
for x, y in points: print(x, y, 7 + 0.03 * y + 0.01 * x)
for x in range(20):
    for y in range(8): print(4, 9 * x + y, 9 * x + 9 + y, 9 * x + 10 + y, 9 * x + y + 1)
' >plane.ply
t 0 "a picture of sections" "$PADDOCK" plot surface plane.ply --of sections --line 0,0,20,0 --every 5 --width 6 -o sections.svg --quiet
[ "$(grep -o 'falls 3.0 % to the right' sections.svg | wc -l)" = 5 ] || complain "not 5 sections that fall by 3 %: $(grep -o 'falls[^<]*' sections.svg)"
t 0 "seen the other way" "$PADDOCK" plot surface plane.ply --of sections --line 20,0,0,0 --every 20 --width 6 -o sections.svg --quiet
[ "$(grep -o 'falls 3.0 % to the left' sections.svg | wc -l)" = 2 ] || complain "not 2 sections that fall to the left: $(grep -o 'falls[^<]*' sections.svg)"
t 2 "too many for a picture" "$PADDOCK" plot surface plane.ply --of sections --line 0,0,20,0 --every 0.1 -o none.svg
err_has "201 sections do not fit in a picture, which takes 60: take a larger --every or a shorter line"
[ ! -e none.svg ] || complain "a picture is there"
t 0 "along a line of a file" "$PADDOCK" surface sections bent.ply --line line.csv --every 20 --width 6 --step 0.5
[ "$(wc -l <out.txt)" = 170 ] || complain "not 13 sections of 13 heights"

t 0 "roughness in stretches" "$PADDOCK" surface roughness rough.ply rough.csv --line 0,0,600,0 --step 0.1 --every 100
t 0 "classes and IRI are those of the road" python3 road.py classes
t 0 "too short for a class, which is said" "$PADDOCK" surface roughness rough.ply --line 0,0,100,0 --step 0.1 --every 20
out_has ",,,,no class: shorter than 91 m"
t 0 "off the surface, which is said" "$PADDOCK" surface roughness rough.ply --line 590,0,610,0 --step 0.1 --every 10
out_has "10,20,,,,,,no surface at 100 samples"
t 2 "a table needs stretches" "$PADDOCK" surface roughness rough.ply x.csv --line 0,0,100,0
err_is "paddock: a table of roughness needs --every M, the length of its stretches"

t 0 "OpenCRG along a line of a file" "$PADDOCK" convert bent.ply given.crg --line line.csv --step 0.5 --width 6
t 0 "a reader of its own agrees" python3 road.py grid given.crg 0.05
t 0 "along the middle that is found" "$PADDOCK" convert bent.ply found.crg --line auto --step 0.25
t 0 "it is the middle" python3 road.py grid found.crg 0.5
t 0 "OpenCRG to OpenCRG" "$PADDOCK" convert found.crg again.crg
t 0 "keeps every bit" cmp found.crg again.crg
t 0 "in an eighth of the memory of a box around it" test "$(wc -c <found.crg)" -lt 200000
for shape in "100 1 0.3" "250 -1 0.3" "20 1 1"; do # a kart track, too, with bends not much wider than the road
    within=${shape##* }
    t 0 "a circuit of $shape" python3 road.py circuit circuit.ply ${shape% *}
    t 0 "around it" "$PADDOCK" convert circuit.ply round.crg --line auto --step 0.25
    err_has "the road is a circuit: the line begins and ends beside the file's first point (crg.circuit)"
    t 0 "it is the middle, all around" python3 road.py grid round.crg "$within"
    t 0 "and comes back to where it began" python3 road.py round
done
t 4 "no road" "$PADDOCK" convert holes.ply x.crg --line auto
err_has "the surface is no single road from one end to another, and no single circuit"
