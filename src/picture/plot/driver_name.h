/* Names of drivers, as pictures show them. */
#ifndef PADDOCK_PLOT_DRIVER_NAME_H
#define PADDOCK_PLOT_DRIVER_NAME_H

#include "paddock/core.h"

/* Clean text (see pdk_draw_clean) in `size` bytes: "A. Varga"; "A. Varga (3)" if others have the name, too; "car 3" if
 * it is blank. */
void pdk_draw_driver(char *to, size_t size, pdk_text name, uint64_t slot, bool repeats);

#endif
