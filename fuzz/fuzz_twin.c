/* Any bytes as the text of a twin: refused with a reason, or built; and what is built and opens comes back from its own
 * text. */
#include "explore.h"
#include "fuzz.h"

static void open_and_compare(pdk_bytes built)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    pdk_document *document = NULL;
    if (pdk_open_memory(built.data, built.size, &options, &document, NULL) == PDK_OK) {
        explore_twin(document, built.data, built.size);
    }
    pdk_close(document);
}

/* A text of a few bytes can ask for 16 MiB of zeros and more. */
static pdk_status write_some(void *user, const void *data, size_t size)
{
    pdk_output *to = user;
    if (pdk_output_position(to) + size > 1 << 24) return PDK_E_IO;
    return pdk_output_write(to, data, size, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pdk_output *kept = memory_output(), *output = NULL;
    pdk_error error;
    require(pdk_output_callback(write_some, kept, &output, &error) == PDK_OK);
    pdk_build_options options = PDK_BUILD_OPTIONS_INIT;
    options.limits.memory = UINT64_C(256) << 20;
    pdk_status status = pdk_build_text(data, size, &options, output, &error);
    if (status == PDK_OK) status = pdk_output_finish(output, &error);
    if (status == PDK_OK) open_and_compare(pdk_output_bytes(kept));
    else explore_error(status, &error, status == PDK_E_IO ? UINT64_MAX : size);
    pdk_output_close(output);
    pdk_output_close(kept);
    return 0;
}
