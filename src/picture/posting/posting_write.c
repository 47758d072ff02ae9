/* Which form is written, and with which options. */
#include "base/callback.h"
#include "base/options.h"
#include "io/output.h"
#include "posting/posting.h"

enum { LEAST_BLOCK = 400, LEAST_WIDTH = 20 };

static pdk_status settle(pdk_posting_write_options *own, const pdk_posting_write_options *options,
                         pdk_posting_form form, pdk_error *error)
{
    pdk_status status = pdk_options_copy(own, sizeof *own, options, "PDK_POSTING_WRITE_OPTIONS_INIT", error);
    if (status != PDK_OK) return status;
    if (own->most == 0) own->most = 2000;
    if (form == PDK_POSTING_CHAT && own->width == 0) own->width = 72;
    if (own->width > 0 && own->width < LEAST_WIDTH) own->width = LEAST_WIDTH;
    if (form == PDK_POSTING_CHAT && own->width > 120) own->width = 120;
    if (own->most >= LEAST_BLOCK) return PDK_OK;
    return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "posting.most",
                    "a block of %u characters holds nothing: it takes at least %d", (unsigned)own->most, LEAST_BLOCK);
}

pdk_status pdk_posting_write(const pdk_posting *posting, pdk_posting_form form,
                             const pdk_posting_write_options *options, pdk_output *output, pdk_error *error)
{
    static void (*const forms[])(pdk_posting_writer *) = { pdk_posting_write_text, pdk_posting_write_chat,
                                                           pdk_posting_write_markdown, pdk_posting_write_html };
    pdk_posting_write_options own;
    pdk_posting_view view;
    PDK_HOLD_POSTING(posting);
    PDK_HOLD_OUTPUT(output);
    if (posting == NULL || output == NULL || (unsigned)form >= sizeof forms / sizeof forms[0])
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.null",
                        "pdk_posting_write needs a posting, a form and an output");
    pdk_status status = settle(&own, options, form, error);
    if (status == PDK_OK) status = pdk_posting_look(posting, &view, error);
    if (status != PDK_OK) return status;
    pdk_memory memory; /* of this call: others may write the same posting */
    pdk_posting_heap_like(posting, &memory);
    pdk_posting_writer writer = { &view, &own, &memory, output, error, PDK_OK };
    forms[form](&writer);
    pdk_memory_destroy(&memory);
    return writer.status;
}
