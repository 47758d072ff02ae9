/* What calls write goes to JavaScript in pieces, so that no second copy grows in here; and progress. */
#include "shim.h"

/* True = go on. The piece is copied during the call. */
PDK_IMPORT(write) bool pdk_wasm_import_write(int channel, const void *data, size_t size);
PDK_IMPORT(progress) bool pdk_wasm_import_progress(double done, double total);

static pdk_status write_piece(void *user, const void *data, size_t size)
{
    return pdk_wasm_import_write((int)(intptr_t)user, data, size) ? PDK_OK : PDK_E_IO;
}

pdk_output *pdk_wasm_output(pdk_wasm_channel channel)
{
    pdk_output *output = NULL;
    return pdk_output_callback(write_piece, (void *)(intptr_t)channel, &output, &pdk_wasm_error) == PDK_OK ? output
                                                                                                           : NULL;
}

pdk_status pdk_wasm_finish(pdk_output *output, pdk_status status)
{
    if (status == PDK_OK) status = pdk_output_finish(output, &pdk_wasm_error);
    pdk_output_close(output);
    return status;
}

static bool wanted;

PDK_EXPORT(void, want_progress, bool yes)
{
    wanted = yes;
}

static bool call_progress(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    return pdk_wasm_import_progress((double)done, (double)total);
}

pdk_progress pdk_wasm_progress(void)
{
    return wanted ? call_progress : NULL;
}
