# Functions of C sources with many parameters, the most first: "9 FILE:LINE NAME". Definitions begin in the first column and
# have their brace on a separate line, as clang-format writes them.    awk -v more=6 -f parameters.awk FILE...
function weigh(text,    i, c, depth, count, name) {
    name = text
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    text = substr(text, index(text, "("))
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(" || c == "[") depth++
        else if (c == ")" || c == "]") depth--
        else if (c == "," && depth == 1) count++
    }
    if (count + 1 > more) print count + 1, FILENAME ":" begin, name
}
FNR == 1 { text = "" }
/^[A-Za-z][^;=]*\(/ && !/^typedef/ && !/;$/ { text = ""; begin = FNR; open = 1 }
open { text = text " " $0 }
/[;}]$/ { open = 0 }
/^{/ && text != "" && open { sub(/ *{$/, "", text); weigh(text); open = 0; text = "" }
