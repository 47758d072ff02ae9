# Packages of npm that tests/gltf uses, kept in FOLDER from one run to the next:  get_packages FOLDER LOG
# Status 1 and why in LOG where there is no node or npm, or npm cannot get them.
get_packages() {
    gltf=$TOP/tests/gltf
    if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
        echo "there is no node or npm here (tools/setup.sh gltf)" >"$2"
        return 1
    fi
    mkdir -p "$1"
    if ! cmp -s "$gltf/package-lock.json" "$1/package-lock.json" || [ ! -d "$1/node_modules/three" ]; then
        cp "$gltf/package.json" "$gltf/package-lock.json" "$1/"
        if ! (cd "$1" && npm ci --no-audit --no-fund) >"$2" 2>&1; then
            rm -f "$1/package-lock.json"
            echo "npm could not install gltf-validator and three" >>"$2"
            return 1
        fi
    fi
    cp "$gltf"/*.mjs "$1/"
}
