/* Text out of a file in Markdown. */
#ifndef PADDOCK_BASE_MARKDOWN_TEXT_H
#define PADDOCK_BASE_MARKDOWN_TEXT_H

#include "base/visible_text.h"

/* As pdk_show_text, and nothing in the text means anything to Markdown or HTML. */
void pdk_show_markdown(const char *text, size_t size, pdk_put_shown put, void *user);

#endif
