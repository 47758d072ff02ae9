#include "format/glb/glb_probe.h"

#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/glb/glb_layout.h"

/* Anywhere: programs that sort the members of an object put "accessors" of any length before it. */
static bool has_asset(pdk_bytes bytes)
{
    static const char word[] = "\"asset\"";
    const uint8_t *end = bytes.data + bytes.size;
    for (const uint8_t *at = bytes.data; (size_t)(end - at) >= strlen(word); at++) {
        at = memchr(at, word[0], (size_t)(end - at));
        if (at == NULL || (size_t)(end - at) < strlen(word)) return false;
        if (memcmp(at, word, strlen(word)) == 0) return true;
    }
    return false;
}

int pdk_glb_probe(const pdk_probe *probe, char *reason, size_t capacity)
{
    pdk_bytes bytes = probe->bytes;
    if (bytes.size >= 4 && memcmp(bytes.data, PDK_GLB_MAGIC, 4) == 0) {
        bool whole = bytes.size >= PDK_GLB_START && pdk_load_u32(bytes.data + PDK_GLB_VERSION) == 2 &&
                     pdk_load_u32(bytes.data + PDK_GLB_LENGTH) == bytes.size;
        snprintf(reason, capacity, "the tag glTF at 0%s", whole ? ", version 2, and the length of the file" : "");
        return whole ? PDK_SCORE_CERTAIN : PDK_SCORE_MAGIC;
    }
    bool named = strcmp(probe->extension, ".gltf") == 0 || strcmp(probe->extension, ".glb") == 0;
    if (named && has_asset(bytes)) {
        snprintf(reason, capacity, "the name ends in %s, and there is an \"asset\"", probe->extension);
        return PDK_SCORE_MAGIC;
    }
    if (named) snprintf(reason, capacity, "the name ends in %s", probe->extension);
    return named ? PDK_SCORE_EXTENSION : 0;
}
