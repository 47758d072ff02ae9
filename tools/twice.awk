# Types and enumerators that two headers declare, or one header twice: NAME HEADER HEADER. A reader takes one for the other, and sources that are
# compiled as one (cmake/together.cmake) cannot have both.    awk -f twice.awk HEADER...
function declares(name) {
    if (name == "" || (name, FILENAME) in seen) return
    seen[name, FILENAME] = 1
    if (name in where) print name, where[name], FILENAME
    else where[name] = FILENAME
}
FNR == 1 { in_enum = 0 }
/^\} [a-zA-Z_0-9]+;/ { declares(substr($2, 1, length($2) - 1)) }
/^(typedef )?(struct|union|enum) [a-zA-Z_0-9]+ \{/ { declares($1 == "typedef" ? $3 : $2) }
/^(typedef )?enum/ { in_enum = 1 }
in_enum {
    list = $0
    sub(/^.*\{/, "", list)
    gsub(/\/\*.*|\/\/.*/, "", list)
    ends = list ~ /\}/
    sub(/\}.*/, "", list)
    gsub(/=[^,]*/, "", list)
    count = split(list, parts, ",")
    for (i = 1; i <= count; i++)
        if (parts[i] ~ /^[ \t]*[A-Z][A-Z_0-9]*[ \t]*$/) {
            gsub(/[ \t]/, "", parts[i])
            declares(parts[i])
        }
    if (ends) in_enum = 0
}
