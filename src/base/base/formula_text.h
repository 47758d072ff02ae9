/* Texts that a spreadsheet would calculate instead of showing them. */
#ifndef PADDOCK_BASE_FORMULA_TEXT_H
#define PADDOCK_BASE_FORMULA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The tools' CSV for Excel makes texts of these by an apostrophe in front. */
static inline bool pdk_is_formula_text(const char *text, size_t size)
{
    return size > 0 && text[0] != '\0' && strchr("=+-@\t\r\n", text[0]) != NULL;
}

#endif
