/* Documents: opened, described, dumped; and what the library is. */
#include "shim.h"

#include "json/contract.h"
#include "json/json.h"

PDK_EXPORT(const char *, version, void)
{
    return pdk_version();
}

/* ---------------------------------------------------------------------------------------------------- opening */

PDK_EXPORT(pdk_document *, document_open, const void *data, size_t size, const char *name, const char *format,
           bool partial)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.name = name;
    options.format = format;
    options.partial = partial;
    options.progress = pdk_wasm_progress();
    pdk_document *document = NULL;
    return pdk_open_memory(data, size, &options, &document, &pdk_wasm_error) == PDK_OK ? document : NULL;
}

PDK_EXPORT(void, document_close, pdk_document *document)
{
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- describing */

static pdk_status describe(const pdk_document *document, const char *path, bool evidence, bool details)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_describe_options options = PDK_DESCRIBE_OPTIONS_INIT;
    options.path = path;
    options.evidence = evidence;
    options.details = details;
    options.progress = pdk_wasm_progress();
    return pdk_wasm_finish(output, pdk_describe(document, &options, output, &pdk_wasm_error));
}

PDK_EXPORT(pdk_status, document_describe, const pdk_document *document)
{
    return describe(document, NULL, false, true);
}

/* What `paddock info --json` prints, with the motion's evidence on request. */
PDK_EXPORT(pdk_status, document_info, const pdk_document *document, const char *path, bool evidence)
{
    return describe(document, path, evidence, false);
}

PDK_EXPORT(pdk_status, document_dump, const pdk_document *document)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_dump_options options = PDK_DUMP_OPTIONS_INIT;
    options.progress = pdk_wasm_progress();
    return pdk_wasm_finish(output, pdk_dump(document, &options, output, &pdk_wasm_error));
}

/* The unpacked bytes that all offsets count in. */
PDK_EXPORT(const uint8_t *, document_content, const pdk_document *document)
{
    return pdk_document_content(document).data;
}

PDK_EXPORT(double, document_content_size, const pdk_document *document)
{
    return (double)pdk_document_content(document).size;
}

/* ------------------------------------------------------------------------------------------------------ tables */

PDK_EXPORT(const pdk_table *, document_table, const pdk_document *document, size_t index)
{
    return pdk_document_table_at(document, index);
}

PDK_EXPORT(const pdk_table *, document_answer, const pdk_document *document, const char *name)
{
    const pdk_table *table = NULL;
    return pdk_answer_with_progress(document, name, pdk_wasm_progress(), NULL, &table, &pdk_wasm_error) == PDK_OK
               ? table
               : NULL;
}

/* ----------------------------------------------------------------------------------------------------- formats */

static void put_formats(pdk_json *json)
{
    pdk_json_begin(json, '[');
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(format, id), info->id);
        pdk_member_text(json, PDK_KEY_OF(format, title), info->title);
        pdk_member_text(json, PDK_KEY_OF(format, extensions), info->extensions);
        pdk_member_text(json, PDK_KEY_OF(format, certainty), pdk_certainty_name(info->certainty));
        pdk_member_text(json, PDK_KEY_OF(format, basis), info->basis);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

static void put_targets(pdk_json *json)
{
    pdk_json_begin(json, '[');
    for (size_t i = 0; i < pdk_target_count(); i++) {
        const pdk_target_info *info = pdk_target_at(i);
        pdk_json_begin(json, '{');
        pdk_member_text(json, PDK_KEY_OF(target, id), info->id);
        pdk_member_text(json, PDK_KEY_OF(target, title), info->title);
        pdk_member_text(json, PDK_KEY_OF(target, extensions), info->extensions);
        pdk_member_text(json, PDK_KEY_OF(target, frame), pdk_frame_text(info->frame));
        pdk_member_boolean(json, PDK_KEY_OF(target, pictures), info->pictures);
        pdk_json_end(json, '}');
    }
    pdk_json_end(json, ']');
}

/* { "formats": [...], "targets": [...] } */
PDK_EXPORT(pdk_status, library_describe, void)
{
    pdk_output *output = pdk_wasm_output(PDK_WASM_RESULT);
    if (output == NULL) return pdk_wasm_error.status;
    pdk_json json = { .output = output };
    pdk_json_begin(&json, '{');
    pdk_json_key(&json, "formats");
    put_formats(&json);
    pdk_json_key(&json, "targets");
    put_targets(&json);
    pdk_json_end(&json, '}');
    return pdk_wasm_finish(output, PDK_OK);
}
