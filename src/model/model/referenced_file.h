/* Files that a document's own file names: the buffers of a glTF, the materials of an OBJ, the grid of an OpenCRG. */
#ifndef PADDOCK_MODEL_REFERENCED_FILE_H
#define PADDOCK_MODEL_REFERENCED_FILE_H

#include "model/document.h"

typedef struct pdk_referenced_file {
    const char *name; /* as the document's file has it */
    pdk_input input;
} pdk_referenced_file;

/* Opens such a file while the document is being opened. `name` is a path relative to the folder of the document's file;
 * it cannot lead out of that folder. The same name again gives the same bytes, which live as long as the document.
 * Fails with
 *     PDK_E_UNSUPPORTED  referenced.memory  the document was opened from memory or a stream: it has no folder
 *     PDK_E_UNSUPPORTED  referenced.path    the path is absolute, or leads out of the folder
 *     PDK_E_IO           referenced.open    there is no such file, or it cannot be read
 *     PDK_E_LIMIT        referenced.size    it has more than `maximum` bytes, or there are too many such files
 * and a message that names the file. */
pdk_status pdk_referenced_file_open(pdk_document *document, const char *name, uint64_t maximum, pdk_bytes *bytes,
                                    pdk_error *error);

/* Opens one to read it once: `input` is given to pdk_input_close. Any thread, also when the document is open. */
pdk_status pdk_referenced_file_open_once(const pdk_document *document, const char *name, uint64_t maximum,
                                         pdk_memory *memory, pdk_input *input, pdk_error *error);

/* The folder that names are relative to: that of this path, which must be the file's own. */
pdk_status pdk_referenced_files_set_folder(pdk_document *document, const char *path, pdk_error *error);
/* What is done for the document's own file, done for these. */
pdk_status pdk_referenced_files_unchanged(const pdk_document *document, pdk_error *error);
void pdk_referenced_files_trim(const pdk_document *document);
void pdk_referenced_files_close(pdk_document *document);

#endif
