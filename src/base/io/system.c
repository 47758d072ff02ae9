#include "io/system.h"

#include <stddef.h>

pdk_status pdk_fail_system(pdk_error *error, const char *code, const char *doing, const pdk_failure *failure)
{
    if (failure->doing != NULL) doing = failure->doing;
    return pdk_fail(error, PDK_E_IO, PDK_NO_OFFSET, code, "%s: %s", doing, failure->reason);
}
