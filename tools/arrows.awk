# Which room uses which, beside what tools/arrows.txt allows: a finding a line, "RULE<tab>what". tools/arrows.sh calls it.
#     awk -v with_symbols=1 -f tools/arrows.awk sources arrows.txt public includes symbols
# sources: paths; public: names of the public header; includes: FILE:#include "..."; symbols: nm -A -P -g.

function finding(rule, what) { print rule "\t" what }

# A room is a folder of a storey, a format, a group of verbs; src/api.c and cli/main.c are rooms of one file.
function room_of(file, part, count) {
    count = split(file, part, "/")
    if (part[1] == "src" && count == 2) return "api"
    if (part[1] == "src" && count == 3) return part[2]
    if (part[1] == "src") return part[3]
    return count > 2 ? part[1] "/" part[2] : part[1]
}

function storey_of(file, part) {
    return split(file, part, "/") > 2 && part[1] == "src" ? part[2] : part[1] == "src" ? "api" : part[1]
}

# ------------------------------------------------------------------------------------------------- what is written

# "room: other other/header.h public/other": all of the other room, a header of it, or what the public header has of it.
function read_arrows(line, part, count, i, to, colon) {
    sub(/#.*/, "", line)
    colon = index(line, ":")
    if (colon == 0) return
    count = split(substr(line, colon + 1), part, " ")
    to = substr(line, 1, colon - 1)
    if (to == "storeys") {
        for (i = 1; i <= count; i++) height[part[i]] = i
    } else {
        listed[to] = 1
        for (i = 1; i <= count; i++) allow(to, part[i])
    }
}

function allow(from, item, to, shown) {
    shown = item
    if (sub(/^public\//, "", shown)) shown = shown " (public)"
    items[from] = items[from] (items[from] != "" ? ", " : "") shown
    allowed[from, item] = 1
    to = item ~ /^public\// ? substr(item, 8) : item ~ /\.h$/ ? room_of_header(item) : item
    arrow[from, to] = 1
    if (item !~ /^public\//) within[from, to] = 1
}

# Rooms of headers as sources name them: from the room on, or by their name alone in cli/ and beside the includer.
function room_of_header(name, part, count) {
    if (name in header) return room_of(header[name])
    count = split(name, part, "/")
    return part[1]
}

function read_source(file, part, count, room) {
    room = room_of(file)
    exists[file] = rooms[room] = 1
    storey[room] = storey_of(file)
    if (file !~ /\.(h|def)$/) return
    count = split(file, part, "/")
    if (part[1] == "src" && part[2] != "format") header[substr(file, length("src/" part[2] "/") + 1)] = file
    else if (part[1] == "src") header[substr(file, length("src/") + 1)] = file
    else header[part[1] == "cli" ? part[count] : file] = file
}

# --------------------------------------------------------------------------------------------------- what is used

function read_include(line, at, file, name, from, to) {
    at = index(line, ":")
    file = substr(line, 1, at - 1)
    name = substr(line, at)
    sub(/^[^"]*"/, "", name)
    sub(/".*/, "", name)
    if (!(file in exists) || name ~ /^paddock\//) return
    from = room_of(file)
    if (!(name in header)) return
    to = room_of(header[name])
    if (file ~ /\.h$/) includes[file] = includes[file] " " header[name]
    if (from == to) return
    used[from, to] = 1
    used[from, name] = 1
    if (!((from, to) in allowed) && !((from, name) in allowed))
        finding("includes", file " includes " name ": " from " may not use " to)
    note_generator(file, to, name)
}

function note_generator(file, to, what) {
    if (to == "synth" && room_of(file) != "synth" && file !~ /_synth[a-z_]*\.[ch]$/)
        finding("generators", file " uses " what " of synth, and is no *_synth*.c")
}

# "BUILD/CMakeFiles/TARGET.dir/src/base/base/text.c.o: pdk_hex T 0 1f"
function read_symbol(line, part, file) {
    split(line, part, " ")
    file = part[1]
    sub(/^.*\.dir\//, "", file)
    sub(/\.(o|obj):$/, "", file)
    if (!(file in exists)) return # of a source that has moved since
    objects[file] = 1
    if (part[3] == "U") needs[file] = needs[file] " " part[2]
    else if (part[3] ~ /^[A-Z]$/) place[part[2]] = file
}

function use_symbols(file, part, count, i, to, from) {
    for (file in needs) {
        count = split(needs[file], part, " ")
        from = room_of(file)
        for (i = 1; i <= count; i++) {
            if (!(part[i] in place)) continue
            to = room_of(place[part[i]])
            if (from == to) {
                if (file != place[part[i]]) use_neighbour(file, place[part[i]], part[i])
            } else if (!(part[i] in public) || file ~ /^src\//) {
                use_symbol(file, from, to, part[i])
            }
        }
    }
}

# A format's own table has its generator; nothing else of the format leads there.
function use_neighbour(file, other, name, own) {
    own = file
    sub(/\.c$/, "_synth.c", own)
    calls[file] = calls[file] " " other ":" name
    if (other ~ /_synth[a-z_]*\.c$/ && file !~ /_synth[a-z_]*\.c$/ && other != own)
        finding("generators", file " calls " name " in " other ", and is no *_synth*.c")
}

function use_symbol(file, from, to, name) {
    used[from, to] = used[from, "public/" to] = 1
    note_generator(file, to, name)
    if (!((from, to) in arrow)) finding("symbols", file " calls " name " in " place[name] ": " from " may not use " to)
    else if (!((from, to) in within) && !(name in public))
        finding("symbols", file " calls " name " in " place[name] ": " from " may use the public functions of " to)
}

# -------------------------------------------------------------------------------------------------------- circles

# Tarjan: the strongly connected parts of next_of[node] = " node node:why"; each with two or more goes to report_circle.
function visit(node, rule, part, count, i, other, members) {
    number[node] = low[node] = ++numbered
    stack[++depth] = node
    on_stack[node] = 1
    count = split(next_of[node], part, " ")
    for (i = 1; i <= count; i++) {
        other = part[i]
        sub(/:.*/, "", other)
        if (!(other in number)) {
            visit(other, rule)
            if (low[other] < low[node]) low[node] = low[other]
        } else if ((other in on_stack) && number[other] < low[node]) {
            low[node] = number[other]
        }
    }
    if (low[node] != number[node]) return
    members = ""
    do {
        other = stack[depth--]
        delete on_stack[other]
        members = members " " other
    } while (other != node)
    if (split(members, part, " ") > 1) report_circle(rule, members)
}

function circles(rule, node) {
    split("", number); split("", low); split("", on_stack)
    numbered = depth = 0
    for (node in next_of) if (!(node in number)) visit(node, rule)
}

function sorted(members, part, count, i, k, held, text) {
    count = split(members, part, " ")
    for (i = 2; i <= count; i++) {
        held = part[i]
        for (k = i - 1; k > 0 && part[k] > held; k--) part[k + 1] = part[k]
        part[k + 1] = held
    }
    text = part[1]
    for (i = 2; i <= count; i++) text = text " " part[i]
    return text
}

function report_circle(rule, members, text, why, part, count, i, k, inner, step) {
    text = sorted(members)
    finding(rule, text)
    split("", inside)
    count = split(text, part, " ")
    for (i = 1; i <= count; i++) inside[part[i]] = 1
    for (i = 1; i <= count; i++) {
        inner = split(next_of[part[i]], step, " ")
        for (k = 1; k <= inner; k++) {
            why = step[k]
            sub(/:.*/, "", step[k])
            if (step[k] in inside) finding(rule, "    " part[i] " -> " why)
        }
    }
}

function find_circles(node, pair, key) {
    split("", next_of)
    for (key in arrow) { split(key, pair, SUBSEP); next_of[pair[1]] = next_of[pair[1]] " " pair[2] }
    circles("rooms")
    split("", next_of)
    for (node in includes) next_of[node] = includes[node]
    circles("headers")
    if (!with_symbols) return
    split("", next_of)
    for (node in calls) next_of[node] = calls[node]
    circles("files")
}

# ---------------------------------------------------------------------------------------------------------- rules

function check_list(key, pair, name) {
    for (name in rooms) {
        if (!(name in listed)) finding("list", name " is a room, and has no line")
        if (storey[name] !~ /^(api|cli|sql|dataset)$/ && !(storey[name] in height)) finding("list", storey[name] " is no storey")
    }
    for (name in listed) if (!(name in rooms)) finding("list", name " is no room")
    for (key in arrow) {
        split(key, pair, SUBSEP)
        if (!(pair[2] in rooms)) finding("list", pair[1] " may use " pair[2] ", which is no room")
        else if ((storey[pair[1]] in height) && height[storey[pair[2]]] > height[storey[pair[1]]])
            finding("storeys", pair[1] " (" storey[pair[1]] ") may use " pair[2] " (" storey[pair[2]] ")")
    }
    if (!with_symbols) return
    for (key in allowed) {
        split(key, pair, SUBSEP)
        if (!(key in used) && is_built(pair[1])) finding("unused", pair[1] " does not use " pair[2])
    }
    for (name in exists) if (name ~ /^src\/.*\.c$/ && name !~ /^src\/base\/(platform|parts)\// && !(name in objects))
        finding("objects", name " has no object: build first")
}

# Builds without DuckDB have no objects of what needs it.
function is_built(room) { return room !~ /^(sql|dataset|cli\/sql)/ || ("sql/sql_bind.c" in objects) }

# "| `src/model/codec/` | job | may use |": the last column is what the list says; --write puts it there.
function check_docs(page, line, part, name, wanted, count, in_table) {
    while ((getline line <page) > 0) {
        wanted = line
        count = split(line, part, / \| /)
        if (line ~ /^\| folder \| job \| may use \|$/) in_table = 1
        if (in_table && line ~ /^\| `(src|cli|sql|dataset)\/[a-z_.\/<>]*` \|/ && count == 3) {
            name = part[1]
            gsub(/^\| `|\/?`$/, "", name)
            name = name ~ /<id>/ ? "<id>" : name ~ /\.c$/ ? "api" : room_of(name "/x.c")
            if (!(name in listed) && name != "<id>") finding("docs", page ": " name " has no line in the list")
            shown[name] = 1
            wanted = part[1] " | " part[2] " | " (name == "<id>" ? of_formats() : items[name]) " |"
            sub(/  \|$/, " |", wanted)
        }
        if (write) print wanted >(page ".new")
        else if (wanted != line) finding("docs", page ": not as the list has it; should be: " wanted)
    }
    close(page)
    for (name in listed) if (!(name in shown) && !is_format(name)) finding("docs", page " has no line for " name)
}

function is_format(name) { return storey[name] == "format" && name != "format" && name != "detect" }

# What formats together may use.
function of_formats(order, count, i, key, pair, text) {
    split("", one)
    for (key in arrow) { split(key, pair, SUBSEP); if (is_format(pair[1])) one[pair[2]] = 1 }
    text = ""
    count = split("base platform io json text markup png parts layout codec model mesh scene surface target synth pth ldx format", order, " ")
    for (i = 1; i <= count; i++) if (order[i] in one) { text = text (text != "" ? ", " : "") order[i]; delete one[order[i]] }
    for (key in one) finding("docs", "formats use " key ", which has no place in the order of of_formats")
    return text
}

FILENAME != last { last = FILENAME; files++ }
files == 1 { read_source($0) }
files == 2 { read_arrows($0) }
files == 3 { public[$0] = 1 }
files == 4 { read_include($0) }
files == 5 { read_symbol($0) }

END {
    if (with_symbols) use_symbols()
    check_list()
    find_circles()
    check_docs("docs/architecture.md")
}
