#include "format/glb/glb_probe.h"

#include <stdio.h>
#include <string.h>

#include "base/load.h"

static bool contains(pdk_bytes bytes, const char *word)
{
    size_t length = strlen(word), size = bytes.size < 65536 ? bytes.size : 65536;
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(bytes.data + i, word, length) == 0) return true;
    }
    return false;
}

int pdk_glb_probe(const pdk_probe *probe, char *reason, size_t room)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size >= 4 && memcmp(bytes.data, "glTF", 4) == 0) {
        bool whole =
            bytes.size >= 20 && pdk_load_u32(bytes.data + 4) == 2 && pdk_load_u32(bytes.data + 8) == bytes.size;
        snprintf(reason, room, "the tag glTF at 0%s", whole ? ", version 2, and the length of the file" : "");
        return whole ? PDK_SCORE_CERTAIN : PDK_SCORE_MAGIC;
    }
    bool named = strcmp(probe->extension, ".gltf") == 0 || strcmp(probe->extension, ".glb") == 0;
    if (named && contains(bytes, "\"asset\"")) {
        snprintf(reason, room, "the name ends in %s, and there is an \"asset\"", probe->extension);
        return PDK_SCORE_MAGIC;
    }
    if (named) snprintf(reason, room, "the name ends in %s", probe->extension);
    return named ? PDK_SCORE_EXTENSION : 0;
}
