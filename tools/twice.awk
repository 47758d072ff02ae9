# Types and enumerators that two headers declare, or one header twice: NAME HEADER HEADER. A reader takes one for the other, and sources that are
# compiled as one (cmake/together.cmake) cannot have both.    awk -f cmake/declared.awk -f tools/twice.awk HEADER...
function declares(name) {
    if (name == "" || (name, FILENAME) in seen) return
    seen[name, FILENAME] = 1
    if (name in where) print name, where[name], FILENAME
    else where[name] = FILENAME
}
