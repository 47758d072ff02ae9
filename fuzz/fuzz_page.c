/* Any file, whole or in part, as a page: whatever is in it, the page has one script that runs, and everything else is
 * text that no parser of HTML sees the end of. Its pieces one at a time fail or give a block. */
#include <string.h>

#include "explore.h"
#include "fuzz.h"

static const pdk_page_front front = { .script = { "1", 1 }, .style = { "a{}", 3 } };

static size_t count_of(pdk_bytes text, const char *wanted)
{
    size_t length = strlen(wanted), found = 0;
    for (size_t i = 0; i + length <= text.size; i++) found += memcmp(text.data + i, wanted, length) == 0;
    return found;
}

static void check_page(pdk_bytes page)
{
    size_t blocks = count_of(page, "<script type=\"text/plain\" id=\"b");
    require(count_of(page, "<script>1</script>") == 1 && count_of(page, "<script>") == 1);
    require(count_of(page, "</script>") == blocks + 2); /* the manifest, and the one that runs */
    require(count_of(page, "<!--") == 0 && count_of(page, "</title>") == 1 && count_of(page, "<meta") == 5);
}

static void explain(const pdk_document *document, pdk_status status, const pdk_error *error)
{
    require(status != PDK_E_ARGUMENT);
    explore_error(status, error, pdk_document_content(document).size);
}

static void write_page(const pdk_page_file *file, const pdk_page_options *options)
{
    pdk_error error;
    pdk_output *output = NULL;
    if (pdk_output_memory(&output, &error) != PDK_OK) return;
    pdk_status status = pdk_page_write(file, 1, &front, options, output, &error);
    if (status == PDK_OK) check_page(pdk_output_bytes(output));
    else explain(file->document, status, &error);
    pdk_output_close(output);
}

static void write_pieces(const pdk_page_file *file, const pdk_page_options *options, const uint8_t *data, size_t size)
{
    const pdk_document *document = file->document;
    pdk_error error;
    pdk_output *output = NULL;
    if (pdk_output_memory(&output, &error) != PDK_OK) return;
    uint64_t content = pdk_document_content(document).size, first = content > 0 ? data[size / 2] % content : 0;
    uint64_t count = content - first < 4096 ? content - first : 4096;
    pdk_status status = pdk_page_layout(document, first, count, output, &error);
    if (status != PDK_OK) explain(document, status, &error);
    status = pdk_page_track(document, options, output, &error);
    if (status != PDK_OK) explain(document, status, &error);
    status = pdk_page_marks(document, options, output, &error);
    if (status != PDK_OK) explain(document, status, &error);
    status = pdk_page_recorded(document, options, output, &error);
    if (status != PDK_OK) explain(document, status, &error);
    const pdk_lap_reference lap = { .document = document };
    status = pdk_page_traces(&lap, 1, 10, options, output, &error);
    if (status != PDK_OK && status != PDK_E_ARGUMENT) explain(document, status, &error);
    pdk_output_close(output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const double rates[] = { 0, 0.5, 10, 1e6 };
    if (size == 0) return 0;
    pdk_open_options open = PDK_OPEN_OPTIONS_INIT;
    open.limits.memory = UINT64_C(256) << 20;
    open.partial = size % 2 == 1;
    pdk_document *document = NULL;
    if (pdk_open_memory(data, size, &open, &document, NULL) != PDK_OK) return 0;
    pdk_page_options options = PDK_PAGE_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    options.rate = rates[data[size / 3] % 4];
    options.values = data[size / 5] % 2 == 0 ? 0 : 100;
    options.driver = explore_turn(data, size, 4, 1) ? "A" : NULL;
    pdk_page_file file = { .document = document, .name = "</script>" };
    write_page(&file, &options);
    write_pieces(&file, &options, data, size);
    pdk_close(document);
    return 0;
}
