#!/bin/sh
# The header as strictly as compilers can, in C17 and C++17: the whole, with options of every kind, and each part alone.
#     header.sh INCLUDE
. "$(dirname "$0")/../support/tap.sh"
include=$1
strict="-I$include -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wmissing-field-initializers -Werror -fsyntax-only"
c17="-std=c17 -Wstrict-prototypes -Wmissing-prototypes -Wc++-compat"
cpp17="-std=c++17 -Wold-style-cast -Wextra-semi"

# Options of every kind, on the stack and static.
initialisers=$(sed -n 's/^#define \(PDK_[A-Z_]*_INIT\) PDK_OPTIONS_INIT(.*/\1/p' "$include"/paddock/*.h)
{
    printf '#include <paddock/paddock.h>\n#include <paddock/paddock.h>\nint main(void)\n{\n    size_t sum = 0;\n'
    for init in $initialisers; do
        type=$(echo "${init%_INIT}" | tr '[:upper:]' '[:lower:]')
        echo "    static const $type fixed_$type = $init;"
        echo "    $type my_$type = $init;"
        echo "    sum += my_$type.struct_size + fixed_$type.struct_size;"
    done
    printf '    return sum > 0 ? 0 : 1;\n}\n'
} >"$scratch/use.c"
[ "$(echo "$initialisers" | wc -l)" -ge 14 ]
tap "options of every kind are tried" $?
cp "$scratch/use.c" "$scratch/use.cpp"

# Each part without the others, twice.
for part in "$include"/paddock/*.h; do
    name=$(basename "$part" .h)
    printf '#include <paddock/%s.h>\n#include <paddock/%s.h>\nint main(void)\n{\n    return 0;\n}\n' "$name" "$name" >"$scratch/part_$name.c"
    cp "$scratch/part_$name.c" "$scratch/part_$name.cpp"
done

# compile COMPILER OPTIONS SUFFIX
printf '#include <paddock/paddock.hpp>\n#include <paddock/paddock.hpp>\nint main()\n{\n    return 0;\n}\n' >"$scratch/part_hpp.cpp"
compile() {
    for source in "$scratch/use.$3" "$scratch"/part_*."$3"; do
        # shellcheck disable=SC2086 # options
        $1 $2 $strict "$source" || return 1
    done
}
for compiler in gcc clang g++ clang++; do
    case $compiler in
    *++) language="C++17" options=$cpp17 suffix=cpp ;;
    *) language="C17" options=$c17 suffix=c ;;
    esac
    if command -v "$compiler" >/dev/null; then
        tap_run "$compiler, $language: the whole and each part" compile "$compiler" "$options" "$suffix"
    else
        tap_skip "$compiler, $language" "no $compiler here"
    fi
done
tap_end
