#include "base/options.h"

#include <string.h>

#include "base/callback.h"

/* A larger struct_size was never set by a compiler: nothing after the known members is looked at. */
enum { LARGEST = 4096 };

pdk_status pdk_options_copy(void *own, size_t size, const void *given, const char *init, pdk_error *error)
{
    memset(own, 0, size);
    pdk_status status = pdk_refuse_in_allocator(error, "work with options");
    if (status != PDK_OK) return status;
    memcpy(own, &size, sizeof size); /* every options struct begins with struct_size */
    if (given == NULL) return PDK_OK;
    size_t given_size;
    memcpy(&given_size, given, sizeof given_size);
    if (given_size < sizeof given_size || given_size > LARGEST) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.options", "start the options with %s", init);
    }
    for (size_t i = size; i < given_size; i++) {
        if (((const unsigned char *)given)[i] == 0) continue;
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET, "argument.options",
                        "the options of %s ask for something this version of Paddock (%s) does not have", init,
                        pdk_version());
    }
    size_t known = given_size < size ? given_size : size;
    memcpy((char *)own + sizeof size, (const char *)given + sizeof size, known - sizeof size);
    return PDK_OK;
}
