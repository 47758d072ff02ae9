#include "twin.h"

#include <stdlib.h>
#include <string.h>

char *dump_or_fail(const pdk_document *document, size_t *size)
{
    pdk_error error = { 0 };
    pdk_output *output = output_or_fail();
    assert_ok(pdk_dump(document, NULL, output, &error), error);
    *size = (size_t)pdk_output_position(output);
    return take_text(output);
}

pdk_status build_text(const char *text, size_t text_size, uint8_t **bytes, size_t *size, pdk_error *error)
{
    pdk_output *output = output_or_fail();
    pdk_status status = pdk_build_text(text, text_size, NULL, output, error);
    *bytes = NULL;
    if (status == PDK_OK) *bytes = take_bytes(output, size);
    else pdk_output_close(output);
    return status;
}

size_t assert_comes_back(const uint8_t *data, size_t size, const char *name)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.name = name;
    options.partial = true;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(data, size, &options, &document, &error), error);
    size_t text_size, built_size = 0;
    uint8_t *built;
    char *text = dump_or_fail(document, &text_size);
    pdk_close(document);
    assert_ok(build_text(text, text_size, &built, &built_size, &error), error);
    free(text);
    if (built_size != size || memcmp(built, data, size) != 0) {
        size_t at = 0;
        while (at < size && at < built_size && built[at] == data[at]) at++;
        fail_msg("%s: %zu bytes came back as %zu; the first difference is at %zu", name, size, built_size, at);
    }
    free(built);
    return text_size;
}
