/* What went wrong in the last call that failed. */
#include "shim.h"

pdk_error pdk_wasm_error;

PDK_EXPORT(const char *, error_status, void)
{
    return pdk_status_name(pdk_wasm_error.status);
}

/* -1 where no offset applies. */
PDK_EXPORT(double, error_offset, void)
{
    return pdk_wasm_error.offset == PDK_NO_OFFSET ? -1 : (double)pdk_wasm_error.offset;
}

PDK_EXPORT(const char *, error_code, void)
{
    return pdk_wasm_error.code;
}

PDK_EXPORT(const char *, error_where, void)
{
    return pdk_wasm_error.where;
}

PDK_EXPORT(const char *, error_message, void)
{
    return pdk_wasm_error.message;
}
