/* One field of a file, and nothing else:  edit_field IN PATH VALUE OUT      edit_field lap.raf player "A. Driver"
 * mine.raf OUT appears whole or not at all; a packed file is packed again as it was. */
#include <stdio.h>

#include <paddock/paddock.h>

static pdk_status write_changed(const pdk_document *document, const char *path, const char *value, pdk_output *output,
                                pdk_error *error)
{
    pdk_edit *edit = NULL;
    const char *before = NULL;
    pdk_status status = pdk_edit_open(document, &edit, error);
    if (status == PDK_OK) status = pdk_edit_get(edit, path, &before, error);
    if (status == PDK_OK) printf("%s: from \"%s\" to \"%s\"\n", path, before, value);
    if (status == PDK_OK) status = pdk_edit_set(edit, path, value, error);
    if (status == PDK_OK) status = pdk_edit_recompute(edit, error); /* in tracks: headings, slopes, copies */
    if (status == PDK_OK) {
        bool packed = pdk_document_packed(document) != NULL;
        status = packed ? pdk_edit_write_packed(edit, output, error) : pdk_edit_write(edit, output, error);
    }
    if (status == PDK_OK) status = pdk_output_finish(output, error); /* until here there is no OUT */
    pdk_edit_close(edit);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: edit_field IN PATH VALUE OUT\n");
        return 2;
    }
    pdk_error error;
    pdk_document *document = NULL;
    pdk_output *output = NULL;
    pdk_status status = pdk_open_file(argv[1], NULL, &document, &error);
    if (status == PDK_OK) status = pdk_output_file(argv[4], &output, &error);
    if (status == PDK_OK) status = write_changed(document, argv[2], argv[3], output, &error);
    pdk_output_close(output);
    pdk_close(document);
    if (status != PDK_OK) fprintf(stderr, "%s: %s (%s)\n", argv[1], error.message, error.code);
    return status == PDK_OK ? 0 : 3;
}
