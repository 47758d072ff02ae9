# Types and enumerators that a C file declares, as tools/format.sh leaves it: `declares(name)`, which the program beside this has, gets each.
#     awk -f cmake/declared.awk -f PROGRAM FILE...
FNR == 1 { in_enum = 0 }
/^\} [a-zA-Z_0-9]+;/ { declares(substr($2, 1, length($2) - 1)) }
/^(typedef )?(struct|union|enum) [a-zA-Z_0-9]+ \{/ { declares($1 == "typedef" ? $3 : $2) }
/^(typedef )?enum/ { in_enum = 1 }
in_enum {
    list = $0
    sub(/^.*\{/, "", list)
    gsub(/\/\*[^*]*\*\//, "", list)
    sub(/\/\*.*|\/\/.*/, "", list)
    ends = list ~ /\}/
    sub(/\}.*/, "", list)
    gsub(/=[^,]*/, "", list)
    names_count = split(list, names_in_list, ",")
    for (name_at = 1; name_at <= names_count; name_at++)
        if (names_in_list[name_at] ~ /^[ \t]*[A-Z][A-Z_0-9]*[ \t]*$/) {
            gsub(/[ \t]/, "", names_in_list[name_at])
            declares(names_in_list[name_at])
        }
    if (ends) in_enum = 0
}
