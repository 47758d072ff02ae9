/* Texts with letters that run from right to left, in the order in which they are seen. */
#ifndef PADDOCK_PLOT_VISUAL_TEXT_H
#define PADDOCK_PLOT_VISUAL_TEXT_H

#include "base/memory.h"

/* Clean text for a program that draws one letter after the other from the left: words from right to left are turned
 * round as pdk_show_text divides them, and Arabic letters have the forms that join them. A text without such letters is
 * returned itself. NULL when out of memory. */
const char *pdk_visual_text(pdk_memory *memory, const char *text);

#endif
