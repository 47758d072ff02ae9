# Every real file there is: described, checked, and every table of it written, as people would.
real=${PADDOCK_REAL:-$TOP/../shared/real}
[ -d "$real" ] || skip "no real files here; set PADDOCK_REAL to their folder"
known=0
while IFS= read -r file; do
    "$PADDOCK" info --json "$file" >info.json 2>/dev/null || continue
    known=$((known + 1))
    name=${file#"$real"/}
    t 0 "$name: info as text" "$PADDOCK" info "$file"
    err_empty
    t 0 "$name: info as JSON" "$PADDOCK" info --json "$file"
    json 'keys_unsorted | length' 12
    sh_t 0 "$name: check" "\"\$PADDOCK\" check --json '$file'; [ \$? -le 1 ]"
    json '(.findings | length) <= .total' true
    for table in $(jq -r '.tables[].name' info.json); do
        rows=$(jq ".tables[] | select(.name == \"$table\") | .rows" info.json)
        t 0 "$name: $table as JSON lines" "$PADDOCK" table "$file" "$table" --format jsonl
        [ "$(jq -n 'reduce inputs as $one (0; . + 1)' out.txt)" -eq "$rows" ] || complain "not $rows objects"
        t 0 "$name: $table as CSV" "$PADDOCK" table "$file" "$table" --units
    done
done < <(find -L "$real" -type f 2>/dev/null | sort)
[ ! -d "$real" ] || t 0 "some were known" test "$known" -gt 0
