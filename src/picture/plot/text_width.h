/* How wide text is: an estimate for margins, on the wide side, since the reader's fonts are unknown. */
#ifndef PADDOCK_PLOT_TEXT_WIDTH_H
#define PADDOCK_PLOT_TEXT_WIDTH_H

#include <stdbool.h>
#include <stdint.h>

/* Of clean UTF-8, in the unit of `size`. */
int32_t pdk_text_width(const char *text, int32_t size, bool bold);
/* Cuts it to `room`, with an ellipsis at its end; the text has room for three more bytes. */
void pdk_text_shorten(char *text, int32_t size, bool bold, int32_t room);

#endif
