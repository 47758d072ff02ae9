/* Build: the text as a stream in, the file as a stream out. */
#include <string.h>

#include "base/callback.h"
#include "base/options.h"
#include "codec/codec.h"
#include "io/output.h"
#include "twin/twin_build.h"

enum {
    MEMBER_VERSION,
    MEMBER_FORMAT,
    MEMBER_DIALECT,
    MEMBER_PACKED,
    MEMBER_LAYOUTS,
    MEMBER_COLUMNS,
    MEMBER_UNITS,
    MEMBER_PARTS,
    MEMBERS
};

static const char *const member_names[MEMBERS] = { "paddock", "format",  "dialect", "packed",
                                                   "layouts", "columns", "units",   "parts" };

static pdk_status pass_over(pdk_twin_build *build, pdk_error *error)
{
    pdk_scan_value value;
    return pdk_scan_take_value(&build->scan, &value, error);
}

static pdk_status read_member(pdk_twin_build *build, int member, pdk_error *error)
{
    switch (member) {
    case MEMBER_VERSION: return pdk_twin_read_version(build, error);
    case MEMBER_FORMAT: return pdk_twin_read_format(build, error);
    case MEMBER_PACKED: return pdk_twin_read_packed(build, error);
    case MEMBER_LAYOUTS: return pdk_twin_read_layouts(build, error);
    case MEMBER_COLUMNS: return pdk_twin_read_columns(build, error);
    case MEMBER_PARTS: return pdk_twin_read_parts(build, error);
    default: return pass_over(build, error); /* for people */
    }
}

/* What must have come before: the version before all, the format before what rests on it, everything before the parts.
 */
static pdk_status refuse_order(const pdk_twin_build *build, int member, const bool *seen, const pdk_json_part *here,
                               pdk_error *error)
{
    char path[32] = "$.";
    strcat(path, member_names[member]);
    bool rests_on_format = member == MEMBER_LAYOUTS || member == MEMBER_COLUMNS || member == MEMBER_PARTS;
    if (seen[member]) return pdk_twin_refuse(error, here, "build.order", path, "appears a second time");
    if (member != MEMBER_VERSION && !seen[MEMBER_VERSION])
        return pdk_twin_refuse(error, here, "build.order", path, "must come after \"paddock\"");
    if (rests_on_format && build->info == NULL)
        return pdk_twin_refuse(error, here, "build.order", path, "must come after \"format\"");
    if (member == MEMBER_LAYOUTS && seen[MEMBER_COLUMNS])
        return pdk_twin_refuse(error, here, "build.order", path, "must come before \"columns\"");
    if (member != MEMBER_UNITS && member != MEMBER_DIALECT && seen[MEMBER_PARTS]) {
        return pdk_twin_refuse(error, here, "build.order", path, "must come before \"parts\"");
    }
    return PDK_OK;
}

static pdk_status read_members(pdk_twin_build *build, bool *seen, pdk_error *error)
{
    pdk_scan *scan = &build->scan;
    bool first = true, more;
    pdk_status status = pdk_scan_take(scan, '{', error);
    while (status == PDK_OK && (status = pdk_scan_next(scan, '}', &first, &more, error)) == PDK_OK && more) {
        char key[32];
        pdk_json_part here = { scan->passed + scan->at, scan->line };
        status = pdk_scan_take_key(scan, key, sizeof key, error);
        if (status != PDK_OK) return status;
        int member = 0;
        while (member < MEMBERS && strcmp(member_names[member], key) != 0) member++;
        if (member == MEMBERS) return pdk_twin_refuse(error, &here, "build.unknown", "$", "has no member \"%s\"", key);
        status = refuse_order(build, member, seen, &here, error);
        if (status == PDK_OK) status = read_member(build, member, error);
        seen[member] = true;
    }
    return status;
}

static pdk_status read_twin(pdk_twin_build *build, pdk_error *error)
{
    bool seen[MEMBERS] = { false };
    pdk_status status = read_members(build, seen, error);
    if (status != PDK_OK) return status;
    if (!seen[MEMBER_PARTS]) return pdk_scan_fail(&build->scan, "the text has no \"parts\"", error);
    int byte;
    status = pdk_scan_peek(&build->scan, &byte, error);
    return status == PDK_OK && byte >= 0 ? pdk_scan_fail(&build->scan, "something follows the end of the text", error)
                                         : status;
}

/* --------------------------------------------------------------------------------------------- packed files */

/* Is this what the packed bytes hold? Of damaged ones, what can be saved of them, as opening with `partial` does. */
static pdk_status compare(const pdk_twin_build *build, pdk_bytes content, bool *untouched, pdk_error *error)
{
    pdk_packing packing;
    pdk_bytes plain = { NULL, 0 };
    const pdk_codec *codec = pdk_codec_of(build->original.data, build->original.size, &packing);
    *untouched = false;
    if (codec == NULL) return PDK_OK;
    pdk_status status = pdk_codec_salvage(codec, (pdk_bytes){ build->original.data, build->original.size }, &packing,
                                          build->memory, &plain, error);
    if (status != PDK_OK && status != PDK_E_CORRUPT && status != PDK_E_TRUNCATED) return status;
    *untouched = plain.size == content.size && (plain.size == 0 || memcmp(plain.data, content.data, plain.size) == 0);
    return PDK_OK;
}

static pdk_status write_packed(pdk_twin_build *build, pdk_bytes content, pdk_output *output, pdk_error *error)
{
    bool untouched;
    pdk_status status = compare(build, content, &untouched, error);
    if (status != PDK_OK) return status;
    if (untouched) return pdk_output_write(output, build->original.data, build->original.size, error);
    pdk_finding note = { .severity = PDK_NOTE,
                         .code = "build.packed",
                         .offset = PDK_NO_OFFSET,
                         .where = "$.packed",
                         .message = "the content is no longer that of the packed original: it is packed again" };
    if (build->options->note != NULL) pdk_tell_finding(build->options->note, build->options->note_user, &note);
    pdk_bytes original = { build->original.data, build->original.size };
    return pdk_codec_pack_again(original, content, &build->options->allocator, build->options->limits.memory, output,
                                error);
}

/* The plain content of a packed file is held until it can be compared. */
static pdk_status build_all(pdk_twin_build *build, pdk_output *output, pdk_error *error)
{
    pdk_output *held = NULL;
    pdk_status status = pdk_output_held(build->memory, &held, error);
    if (status != PDK_OK) return status;
    build->held = held;
    build->output = output;
    status = read_twin(build, error);
    if (status == PDK_OK && build->is_packed) status = write_packed(build, pdk_output_bytes(held), output, error);
    pdk_output_close(held);
    return status;
}

pdk_status pdk_build(pdk_pull pull, void *user, const pdk_build_options *given, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_OUTPUT(output);
    pdk_build_options options;
    pdk_status status = pdk_options_copy(&options, sizeof options, given, "PDK_BUILD_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (pull == NULL || output == NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "building needs text and an output");
    }
    pdk_memory memory;
    pdk_memory_init(&memory, &options.allocator, pdk_memory_limit(&options.limits));
    pdk_twin_build build = { .memory = &memory, .options = &options };
    build.scan = (pdk_scan){ .pull = pull, .user = user, .memory = &memory, .line = 1 };
    build.original.memory = build.buffer.memory = &memory;
    status = build_all(&build, output, error);
    pdk_memory_destroy(&memory);
    return status;
}

typedef struct text_source {
    const char *text;
    size_t left;
} text_source;

static pdk_status pull_text(void *user, void *buffer, size_t size, size_t *got)
{
    text_source *source = user;
    *got = size < source->left ? size : source->left;
    if (*got > 0) memcpy(buffer, source->text, *got);
    source->text += *got;
    source->left -= *got;
    return PDK_OK;
}

pdk_status pdk_build_text(const void *text, size_t size, const pdk_build_options *options, pdk_output *output,
                          pdk_error *error)
{
    text_source source = { text, text != NULL ? size : 0 };
    return pdk_build(pull_text, &source, options, output, error);
}
