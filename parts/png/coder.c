/* libpng's memory and errors, as both directions use them. */
#include "coder.h"

#include <stdio.h>

void *pdk_png_allocate(png_structp png, png_alloc_size_t size)
{
    pdk_png_call *call = png_get_mem_ptr(png);
    void *block = call->host->allocate(call->host->user, size);
    if (block == NULL) call->result = PDK_PNG_NO_MEMORY;
    return block;
}

void pdk_png_release(png_structp png, void *block)
{
    const pdk_png_call *call = png_get_mem_ptr(png);
    call->host->release(call->host->user, block);
}

_Noreturn void pdk_png_give_up(png_structp png, png_const_charp reason)
{
    pdk_png_call *call = png_get_error_ptr(png);
    snprintf(call->host->reason, sizeof call->host->reason, "%s", reason);
    longjmp(call->out, 1);
}

void pdk_png_ignore(png_structp png, png_const_charp warning)
{
    (void)png;
    (void)warning;
}

pdk_png_result pdk_png_failed(const pdk_png_call *call)
{
    return call->result != PDK_PNG_DONE ? call->result : PDK_PNG_REFUSED;
}
