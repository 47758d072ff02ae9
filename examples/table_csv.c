/* A table as CSV on standard output:  table_csv file [table]   (the main table when none is named) */
#include <stdio.h>

#include <paddock/paddock.h>

static pdk_status write_table(const pdk_document *document, const char *name, pdk_error *error)
{
    const pdk_table *table =
        name != NULL ? pdk_document_find_table(document, name) : pdk_document_table_at(document, 0);
    if (table == NULL) {
        *error = (pdk_error){ .status = PDK_E_ARGUMENT, .message = "has no such table" };
        return PDK_E_ARGUMENT;
    }
    pdk_table_options options = PDK_TABLE_OPTIONS_INIT;
    options.units = true;
    pdk_output *output = NULL;
    pdk_status status = pdk_output_descriptor(1, &output, error);
    if (status == PDK_OK) status = pdk_table_write(table, PDK_CSV, &options, output, error);
    if (status == PDK_OK) status = pdk_output_finish(output, error);
    pdk_output_close(output);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: table_csv FILE [TABLE]\n");
        return 2;
    }
    pdk_document *document = NULL;
    pdk_error error;
    pdk_status status = pdk_open_file(argv[1], NULL, &document, &error);
    if (status == PDK_OK) status = write_table(document, argc == 3 ? argv[2] : NULL, &error);
    if (status != PDK_OK) fprintf(stderr, "%s: %s\n", argv[1], error.message);
    pdk_close(document);
    return status == PDK_OK ? 0 : 1;
}
