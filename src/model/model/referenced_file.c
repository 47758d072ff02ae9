#include "model/referenced_file.h"

#include <string.h>

#include "io/input_below.h"
#include "platform/path.h"
#include "text/shown_text.h"

/* Each keeps a descriptor, of which a process has few. */
enum { MAX_FILES = 64 };

static pdk_status fail_named(const char *name, const pdk_error *reason, pdk_error *error)
{
    char shown[80];
    pdk_text_show(shown, sizeof shown, name, strlen(name));
    return pdk_fail(error, reason->status, PDK_NO_OFFSET, reason->code, "the file names \"%s\": %s", shown,
                    reason->message);
}

static pdk_status open_named(const pdk_document *document, const char *name, uint64_t maximum, pdk_memory *memory,
                             pdk_input *input, pdk_error *error)
{
    if (document->folder == NULL) {
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "referenced.memory",
                        "it cannot be found, because this document was not opened by its path");
    }
    pdk_status status = pdk_input_below(input, document->folder, name, &document->listeners, memory, error);
    if (status != PDK_OK || input->bytes.size <= maximum) return status;
    status = pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "referenced.size", "it has %llu bytes; at most %llu are read",
                      (unsigned long long)input->bytes.size, (unsigned long long)maximum);
    pdk_input_close(input);
    return status;
}

pdk_status pdk_referenced_file_open_once(const pdk_document *document, const char *name, uint64_t maximum,
                                         pdk_memory *memory, pdk_input *input, pdk_error *error)
{
    pdk_error reason;
    *input = (pdk_input){ 0 };
    pdk_status status = open_named(document, name, maximum, memory, input, &reason);
    return status == PDK_OK ? status : fail_named(name, &reason, error);
}

pdk_status pdk_referenced_file_open(pdk_document *document, const char *name, uint64_t maximum, pdk_bytes *bytes,
                                    pdk_error *error)
{
    const pdk_referenced_file *known = document->referenced_files.items;
    for (size_t i = 0; i < document->referenced_files.count; i++) {
        *bytes = known[i].input.bytes;
        if (strcmp(known[i].name, name) == 0) return PDK_OK;
    }
    if (document->referenced_files.count == MAX_FILES) {
        return pdk_fail(error, PDK_E_LIMIT, PDK_NO_OFFSET, "referenced.size", "the file names more than %d other files",
                        MAX_FILES);
    }
    pdk_input input;
    pdk_status status = pdk_referenced_file_open_once(document, name, maximum, &document->memory, &input, error);
    if (status != PDK_OK) return status;
    const char *kept = pdk_strdup(&document->memory, name);
    pdk_referenced_file *file = kept != NULL ? pdk_vector_push(&document->referenced_files) : NULL;
    if (file == NULL) {
        pdk_input_close(&input);
        return pdk_fail_memory(error, &document->memory, "a file's name");
    }
    *file = (pdk_referenced_file){ kept, input };
    *bytes = input.bytes;
    char shown[80];
    pdk_document_add_evidence(document, "read with the file %s, which it names",
                              pdk_text_show(shown, sizeof shown, name, strlen(name)));
    return PDK_OK;
}

pdk_status pdk_referenced_files_set_folder(pdk_document *document, const char *path, pdk_error *error)
{
    int size = (int)pdk_path_folder_size(path);
    document->folder = pdk_text_printf(&document->memory, "%.*s", size > 0 ? size : 1, size > 0 ? path : ".");
    return document->folder != NULL ? PDK_OK : pdk_fail_memory(error, &document->memory, "the file's name");
}

pdk_status pdk_referenced_files_unchanged(const pdk_document *document, pdk_error *error)
{
    const pdk_referenced_file *files = document->referenced_files.items;
    for (size_t i = 0; i < document->referenced_files.count; i++) {
        pdk_error reason;
        if (pdk_input_unchanged(&files[i].input, &reason) != PDK_OK) return fail_named(files[i].name, &reason, error);
    }
    return PDK_OK;
}

void pdk_referenced_files_trim(const pdk_document *document)
{
    const pdk_referenced_file *files = document->referenced_files.items;
    for (size_t i = 0; i < document->referenced_files.count; i++) pdk_input_trim(&files[i].input);
}

void pdk_referenced_files_close(pdk_document *document)
{
    pdk_referenced_file *files = document->referenced_files.items;
    for (size_t i = 0; i < document->referenced_files.count; i++) pdk_input_close(&files[i].input);
    document->referenced_files.count = 0;
}
