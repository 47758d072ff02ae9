#include "sweep_stride.h"

#include <stdlib.h>

size_t sweep_stride(void)
{
    const char *given = getenv("PADDOCK_SWEEP");
    size_t stride = given == NULL ? 1 : strtoul(given, NULL, 10);
    return stride > 0 ? stride : 1;
}
