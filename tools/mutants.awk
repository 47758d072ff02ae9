# The changes of one operator or number that could be made in a C file: "FILE<tab>LINE<tab>COLUMN<tab>FROM<tab>TO", a line each. The formatter
# sets blanks around operators of two operands, so texts like " < " are those. Comments, strings, preprocessor lines and static tables of
# names give none.
BEGIN {
    split(" < : <= ; <= : < ; > : >= ; >= : > ; == : != ; != : == ; && : || ; || : && ; + : - ; - : + ; * : / ; / : * ; % : / ; << : >> ; >> : << ; & : | ; | : & ; += : -= ; -= : += ", pairs, " ; ")
    for (i in pairs) {
        split(pairs[i], two, " : ")
        gsub(/ /, "", two[1]); gsub(/ /, "", two[2])
        to[two[1]] = two[2]
    }
}

function offer(column, from, becomes) { printf "%s\t%d\t%d\t%s\t%s\n", FILENAME, FNR, column, from, becomes }

# The same line with blanks for what is in quotes and comments.
function bare(line,    out, i, c, quote) {
    out = ""; quote = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (in_comment) {
            if (substr(line, i, 2) == "*/") { in_comment = 0; i++; out = out " " }
            out = out " "
        } else if (quote != "") {
            if (c == "\\") { i++; out = out " " } else if (c == quote) quote = ""
            out = out " "
        } else if (substr(line, i, 2) == "/*") { in_comment = 1; i++; out = out "  " }
        else if (c == "\"" || c == "'") { quote = c; out = out " " }
        else out = out c
    }
    return out
}

{
    line = bare($0)
    if (line ~ /^#/ || line ~ /static_assert/) next
    rest = line; at = 0
    while (match(rest, / (<=?|>=?|[=!]=|&&|\|\||[-+*\/%&|]|<<|>>|[-+]=) /)) {
        word = substr(rest, RSTART + 1, RLENGTH - 2)
        offer(at + RSTART + 1, word, to[word])
        at += RSTART + RLENGTH - 2; rest = substr(line, at + 1)
    }
    rest = line; at = 0
    while (match(rest, /(^|[^A-Za-z0-9_.])(true|false|[0-9]+)([^A-Za-z0-9_.]|$)/)) {
        start = RSTART
        if (substr(rest, start, 1) !~ /[a-z0-9]/) start++
        match(substr(rest, start), /^(true|false|[0-9]+)/)
        word = substr(rest, start, RLENGTH)
        offer(at + start, word, word == "true" ? "false" : word == "false" ? "true" : word + 1)
        at += start + RLENGTH - 1; rest = substr(line, at + 1)
    }
    rest = line; at = 0
    while (match(rest, /[( ]![a-z(]/)) {
        offer(at + RSTART + 1, "!", "")
        at += RSTART + 1; rest = substr(line, at + 1)
    }
}
