# Each comment as one line, "name:line:text": of C, C++, TypeScript and JavaScript; of shell, Python, CMake and awk; and docstrings of Python.

function flush() {
    if (text != "") print place text
    text = place = ""
}

function add(more) {
    if (place == "") place = FILENAME ":" FNR ":"
    sub(/^[ \t]*(\*\/|\* |\*$|\/\/ |# )?[ \t]*/, "", more)
    sub(/[ \t]*\*\/.*$/, "", more)
    text = text == "" ? more : text " " more
}

FNR == 1 {
    flush()
    inside = 0
    slashes = FILENAME ~ /\.(c|h|def|cpp|ts|js|mjs|cjs)$/
    docstrings = FILENAME ~ /\.py$/
}

# A comment or docstring that began on an earlier line.
inside {
    add($0)
    if ($0 ~ (slashes ? "\\*/" : "\"\"\"")) { inside = 0; flush() }
    next
}

docstrings && /^ *r?"""/ {
    add($0)
    inside = $0 !~ /""".*"""/
    if (!inside) flush()
    next
}

slashes && /\/[*\/]/ {
    gsub(/"([^"\\]|\\.)*"|`[^`]*`/, "S")
    if (match($0, /\/\*+/)) {
        flush()
        add(substr($0, RSTART + RLENGTH))
        inside = $0 !~ /\*\//
        if (!inside) flush()
        next
    }
    if (match($0, /(^|[ ;{})])\/\/ /)) {
        if (substr($0, 1, RSTART) !~ /^[ \/]*$/) flush()
        add(substr($0, RSTART + RLENGTH))
        next
    }
}

!slashes && /(^|[ \t;])# / {
    whole = $0 ~ /^[ \t]*# /
    if (!whole) gsub(/"([^"\\]|\\.)*"|'[^']*'/, "S")
    if (match($0, /(^|[ \t;])# /)) {
        if (!whole) flush()
        add(substr($0, RSTART + RLENGTH))
        if (!whole) flush()
        next
    }
}

{ flush() }
END { flush() }
