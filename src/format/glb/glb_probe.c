#include "format/glb/glb_probe.h"

#include <stdio.h>
#include <string.h>

#include "base/load.h"
#include "format/glb/glb_layout.h"

enum { BLANKS = 4096 /* looked through at most, so that files of any size are refused at once */ };

/* Begins as a JSON object with a member does. Where "asset" is cannot be asked: programs that sort the members put
 * others of any length before it and after it. */
static bool begins_as_object(pdk_bytes bytes)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t at = bytes.size >= 3 && memcmp(bytes.data, mark, 3) == 0 ? 3 : 0, most = bytes.size;
    if (most > BLANKS) most = BLANKS;
    for (const char *wanted = "{\""; *wanted != '\0'; wanted++, at++) {
        while (at < most && memchr(" \t\r\n", bytes.data[at], 4) != NULL) at++;
        if (at >= most || bytes.data[at] != (uint8_t)*wanted) return false;
    }
    return true;
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
    if (named && begins_as_object(bytes)) {
        snprintf(reason, capacity, "the name ends in %s, and it begins as a JSON object", probe->extension);
        return PDK_SCORE_MAGIC;
    }
    if (named) snprintf(reason, capacity, "the name ends in %s", probe->extension);
    return named ? PDK_SCORE_EXTENSION : 0;
}
