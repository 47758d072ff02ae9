# Which sources may be compiled as one: those that declare no name twice. Prints GROUP SOURCE for each of its arguments.
#     awk -v lines=2500 -f cmake/declared.awk -f cmake/together.awk SOURCE...
# Names of one file are those that its other files do not see: static functions and variables, types, enumerators, macros. A macro must not
# even be spelled in another file of its group. A file that asks for declarations of the system (_GNU_SOURCE, windows.h) stays alone.
# It reads sources as tools/format.sh leaves them: what begins in the first column is outside of functions.
function declares(name) {
    if (name != "" && !((FILENAME, name) in declared)) {
        declared[FILENAME, name] = 1
        names[FILENAME] = names[FILENAME] " " name
    }
}
FNR == 1 {
    sources[++count] = FILENAME
}
{ size[FILENAME]++ }
/^# *define _[A-Z0-9_]*SOURCE|^# *include <(windows|shellapi|io)\.h>/ { alone[FILENAME] = 1 }
/^# *define / {
    match($0, /define +[A-Za-z_0-9]+/)
    name = substr($0, RSTART, RLENGTH)
    sub(/define +/, "", name)
    declares(name)
    macros[FILENAME] = macros[FILENAME] " " name
    is_macro[name] = 1
}
/^\} [A-Za-z_0-9]+(\[| =)/ { # a variable of a type without a name
    name = $2
    sub(/\[.*/, "", name)
    declares(name)
}
/^typedef .*(;|\(\*)/ {
    name = $0
    if (match(name, /\(\*[A-Za-z_0-9]+\)/))
        name = substr(name, RSTART + 2, RLENGTH - 3)
    else {
        sub(/(\[.*|\(.*)?;.*/, "", name)
        sub(/.*[ *]/, "", name)
    }
    declares(name)
}
/^[A-Z_]+\([a-z_0-9]+,/ { # a macro that declares what its first argument names
    name = $0
    gsub(/^[A-Z_]+\(|,.*/, "", name)
    declares(name)
}
/^static / {
    name = $0
    sub(/^static +/, "", name)
    sub(/^_Thread_local +/, "", name)
    rest = name
    bracket = index(name, "(")
    if (bracket && substr(name, bracket, 2) == "(*") { # a function's address
        name = substr(name, bracket + 2)
        sub(/^const +/, "", name)
        sub(/[^A-Za-z_0-9].*/, "", name)
    } else {
        sub(/[([=;,].*/, "", name)
        sub(/ +$/, "", name)
        sub(/.*[ *]/, "", name)
    }
    declares(name)
    while (match(rest, /, *\**[A-Za-z_0-9]+ *[=;,[]/)) { # several variables in one line
        name = substr(rest, RSTART, RLENGTH)
        gsub(/[^A-Za-z_0-9]/, "", name)
        declares(name)
        rest = substr(rest, RSTART + RLENGTH - 1)
    }
}
END {
    for (i = 1; i <= count; i++) { # spelled by another file: as if it declared the macro
        while ((getline line < sources[i]) > 0) {
            gsub(/[^A-Za-z_0-9]+/, " ", line)
            parts = split(line, words, " ")
            for (j = 1; j <= parts; j++)
                if (words[j] in is_macro)
                    spelled[sources[i], words[j]] = 1
        }
        close(sources[i])
    }
    for (i = 1; i <= count; i++)
        for (name in is_macro)
            if (((sources[i], name) in spelled))
                spells[sources[i]] = spells[sources[i]] " " name
    for (i = 1; i <= count; i++) {
        source = sources[i]
        number = 0
        if (!(source in alone))
            for (group = 1; group <= groups && !number; group++) {
                if (closed[group] || in_group[group] + size[source] > lines)
                    continue
                number = group
                parts = split(names[source] spells[source], words, " ")
                for (j = 1; j <= parts && number; j++)
                    if ((group, words[j]) in taken)
                        number = 0
                parts = split(macros[source], words, " ")
                for (j = 1; j <= parts && number; j++)
                    if ((group, words[j]) in seen)
                        number = 0
            }
        if (!number) {
            number = ++groups
            closed[number] = (source in alone)
        }
        in_group[number] += size[source]
        parts = split(names[source], words, " ")
        for (j = 1; j <= parts; j++)
            taken[number, words[j]] = 1
        parts = split(spells[source], words, " ")
        for (j = 1; j <= parts; j++)
            seen[number, words[j]] = 1
        print number, source
    }
}
