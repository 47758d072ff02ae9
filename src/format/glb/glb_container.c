#include <inttypes.h>
#include <string.h>

#include "base/load.h"
#include "format/glb/glb_layout.h"
#include "format/glb/glb_reader.h"
#include "text/shown_text.h"

enum { MAX_JSON = 64 << 20 };

bool pdk_glb_is_binary(pdk_bytes bytes)
{
    return bytes.size >= 4 && memcmp(bytes.data, PDK_GLB_MAGIC, 4) == 0;
}

static pdk_status load_json(pdk_glb *glb, const uint8_t *text, size_t size, pdk_error *error)
{
    pdk_memory *memory = &glb->document->memory;
    pdk_json_trouble trouble;
    glb->json_at = (uint64_t)(text - glb->document->content.data);
    if (size > MAX_JSON) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, glb->json_at, "glb.json",
                        "the JSON has %zu bytes; at most 64 MiB are read", size);
    }
    if (!pdk_json_parse(&glb->json, memory, (const char *)text, size, &trouble)) {
        if (trouble.what == NULL) return pdk_fail_memory(error, memory, "the JSON");
    } else if (pdk_json_kind(pdk_json_root(&glb->json)) == '{') {
        return PDK_OK;
    } else {
        trouble.what = "not an object";
    }
    return pdk_fail(error, PDK_E_CORRUPT, glb->json_at + trouble.at, "glb.json",
                    "the JSON cannot be read, line %" PRIu64 ": %s", trouble.line, trouble.what);
}

static pdk_status read_chunks(pdk_glb *glb, pdk_bytes *binary, pdk_error *error)
{
    pdk_bytes bytes = glb->document->content;
    if (bytes.size < PDK_GLB_START)
        return pdk_fail(error, PDK_E_TRUNCATED, bytes.size, "glb.header", "expected a header of 12 bytes and a chunk");
    const uint8_t *first = bytes.data + PDK_GLB_HEADER;
    uint32_t version = pdk_load_u32(bytes.data + PDK_GLB_VERSION), length = pdk_load_u32(bytes.data + PDK_GLB_LENGTH),
             json = pdk_load_u32(first);
    if (version != 2)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_GLB_VERSION, "glb.version", "expected version 2, found %" PRIu32,
                        version);
    if (length > bytes.size) {
        pdk_status status =
            pdk_document_damage(glb->document, error, PDK_E_TRUNCATED, bytes.size, "glb.length", "glb",
                                "the header says %" PRIu32 " bytes, but the file has %zu", length, bytes.size);
        if (status != PDK_OK) return status;
        length = (uint32_t)bytes.size;
    }
    bool fits = length >= PDK_GLB_START && json <= length - PDK_GLB_START;
    if (!fits || pdk_load_u32(first + PDK_GLB_CHUNK_TYPE) != PDK_GLB_JSON) {
        return pdk_fail(error, PDK_E_CORRUPT, PDK_GLB_HEADER, "glb.chunk", "the JSON chunk does not fit the file");
    }
    uint64_t at = PDK_GLB_START + (uint64_t)json;
    if (at + PDK_GLB_CHUNK <= length) {
        const uint8_t *second = bytes.data + at;
        uint32_t size = pdk_load_u32(second), room = (uint32_t)(length - at - PDK_GLB_CHUNK);
        if (pdk_load_u32(second + PDK_GLB_CHUNK_TYPE) == PDK_GLB_BIN)
            *binary = (pdk_bytes){ second + PDK_GLB_CHUNK, size < room ? size : room };
        if (size > room && !glb->document->partial)
            return pdk_fail(error, PDK_E_TRUNCATED, at, "glb.chunk",
                            "a chunk of %" PRIu32 " bytes does not fit the file", size);
    }
    return load_json(glb, bytes.data + PDK_GLB_START, json, error);
}

/* What is required and changes where points are. */
static pdk_status check_extensions(const pdk_glb *glb, pdk_error *error)
{
    static const char *const harmless[] = { "KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_unlit",
                                            "KHR_texture_basisu",    "EXT_texture_webp",      "KHR_lights_punctual" };
    pdk_json_found required = pdk_json_member(pdk_json_root(&glb->json), "extensionsRequired");
    for (pdk_json_found value = pdk_json_first(required); value.tree != NULL; value = pdk_json_next(required, value)) {
        pdk_text name = pdk_json_as_text(value);
        bool known = name.size >= 14 && memcmp(name.data, "KHR_materials_", 14) == 0;
        for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
            known = known || pdk_json_is(value, harmless[i]);
        if (known) continue;
        char shown[64];
        return pdk_fail(
            error, PDK_E_UNSUPPORTED, glb->json_at, "glb.extension",
            "the file needs the extension %s, which Paddock does not read: export it without, for example without "
            "compression",
            pdk_text_show(shown, sizeof shown, name.data != NULL ? name.data : "", name.size));
    }
    return PDK_OK;
}

pdk_status pdk_glb_open_container(pdk_glb *glb, pdk_error *error)
{
    pdk_bytes binary = { (const uint8_t *)"", 0 }, content = glb->document->content;
    pdk_status status = pdk_glb_is_binary(content) ? read_chunks(glb, &binary, error)
                                                   : load_json(glb, content.data, content.size, error);
    if (status == PDK_OK) status = check_extensions(glb, error);
    pdk_text version =
        pdk_json_as_text(pdk_json_member(pdk_json_member(pdk_json_root(&glb->json), "asset"), "version"));
    if (status == PDK_OK && (version.size < 2 || memcmp(version.data, "2.", 2) != 0)) {
        char shown[32];
        if (version.data == NULL) version = (pdk_text){ "none", 4 };
        status = pdk_fail(error, PDK_E_UNSUPPORTED, glb->json_at, "glb.version", "expected asset.version 2.0, found %s",
                          pdk_text_show(shown, sizeof shown, version.data, version.size));
    }
    if (status == PDK_OK) status = pdk_glb_find_list(glb, "accessors", &glb->accessors, error);
    if (status == PDK_OK) status = pdk_glb_find_list(glb, "bufferViews", &glb->views, error);
    if (status == PDK_OK) status = pdk_glb_find_list(glb, "meshes", &glb->meshes, error);
    if (status == PDK_OK) status = pdk_glb_find_list(glb, "nodes", &glb->nodes, error);
    if (status == PDK_OK) status = pdk_glb_find_list(glb, "images", &glb->images, error);
    if (status == PDK_OK) status = pdk_glb_find_list(glb, "textures", &glb->textures, error);
    if (status == PDK_OK) status = pdk_glb_find_list(glb, "samplers", &glb->samplers, error);
    return status == PDK_OK ? pdk_glb_read_buffers(glb, binary, error) : status;
}
