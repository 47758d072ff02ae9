# Gaps and places end where the results are, also where penalties that were added at the end changed them.
cat >ends.py <<'PY'
# For each driver of the results: whether the last dot of the line is where the result says, on the scale of the others.
import json, re, sys
ends, value = {}, sys.argv[3]
for driver, y in re.findall(r'<path data-driver="([^"]*)"[^>]* d="M[-\d.]+ ([-\d.]+)h0"/>', open(sys.argv[1]).read()):
    ends[driver.replace('&apos;', "'").replace('&#39;', "'")] = float(y)
rows = [(row['driver'], 0 if row['position'] == 1 and value == 'gap' else row[value])
        for row in json.load(open(sys.argv[2]))['results'] if row['status'] == 'finished']
rows = [row for row in rows if row[1] is not None]
first, last = rows[0], rows[-1]
scale = (ends[last[0]] - ends[first[0]]) / (last[1] - first[1])
for driver, at in rows:
    wanted = ends[first[0]] + (at - first[1]) * scale
    if abs(ends[driver] - wanted) > 0.2: print(f'{driver}: drawn at {ends[driver]}, the result is at {wanted:.1f}')
if len(rows) < 4 or scale <= 0: print('too few drivers were compared')
PY
for seed in 2 3 4 7; do
    "$PADDOCK" synth vcr race.vcr --session race --laps 5 --cars 8 --seed $seed --poses-every 25 && "$PADDOCK" standings race.vcr --json >results.json
    [ "$(jq '[.results[] | select(.penalty_time > 0 and .gap != null)] | length' results.json)" -gt 0 ] || complain "race $seed has no penalty"
    t 0 "race $seed: gaps" "$PADDOCK" plot gaps race.vcr -o gaps.svg
    said=$(python3 ends.py gaps.svg results.json gap)
    [ -z "$said" ] || complain "$said"
    grep -q 'The last step is the result, with penalties' gaps.svg || complain "the step is not explained"
    t 0 "race $seed: places" "$PADDOCK" plot positions race.vcr -o places.svg
    said=$(python3 ends.py places.svg results.json position)
    [ -z "$said" ] || complain "$said"
done
