/* Parts of a recording as one file again: arguments are checked here, once; the format joins them. */
#include "format/format.h"
#include "io/output.h"
#include "model/document_life.h"

static pdk_status check(const pdk_document *const *parts, size_t count, pdk_error *error)
{
    if (parts == NULL || count < 2)
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "joining needs at least two documents");
    for (size_t i = 0; i < count; i++) {
        if (parts[i] == NULL)
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument", "part %zu has no document", i);
    }
    for (size_t i = 0; i < count; i++) {
        const pdk_cutter *cutter = pdk_format_of(parts[i])->cut;
        if (cutter == NULL || cutter->join == NULL)
            return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "edit.unsupported", "%s files cannot be joined",
                            parts[i]->info->id);
        if (pdk_format_of(parts[i]) != pdk_format_of(parts[0]))
            return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "join.session",
                            "these are files of different formats");
    }
    return PDK_OK;
}

pdk_status pdk_join(const pdk_document *const *parts, size_t count, pdk_output *output, pdk_error *error)
{
    PDK_HOLD_EACH(parts, sizeof *parts, count);
    PDK_HOLD_OUTPUT(output);
    pdk_status status = check(parts, count, error);
    if (status != PDK_OK) return status;
    pdk_memory memory;
    pdk_memory_init(&memory, &parts[0]->memory.allocator, parts[0]->limits.memory);
    status = pdk_format_of(parts[0])->cut->join(parts, count, &memory, output, error);
    pdk_memory_destroy(&memory);
    for (size_t i = 0; i < count && status == PDK_OK; i++) status = pdk_document_unchanged(parts[i], error);
    return status;
}
