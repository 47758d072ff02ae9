/* Texts from files as people see them: nothing in them acts on a terminal or turns the text around them. What programs
 * read (JSON, CSV, other formats) keeps the bytes. */
#ifndef PADDOCK_BASE_VISIBLE_TEXT_H
#define PADDOCK_BASE_VISIBLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks that turn the direction of the text after them: U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069. */
bool pdk_is_direction_mark(uint32_t letter);

/* Gives the text to `put` in pieces. Control characters and line ends of any kind become '?', marks of direction
 * become visible, "[U+202E]", and what is written from right to left is between U+2068 and U+2069: the text around it
 * stays where it is. Bytes that are no UTF-8 stay. */
typedef void (*pdk_put_shown)(void *user, const char *bytes, size_t size);
void pdk_show_text(const char *text, size_t size, pdk_put_shown put, void *user);

/* Is a piece that `put` was given U+2068 or U+2069? Each of these comes as a separate piece. */
bool pdk_opens_isolate(const char *bytes, size_t size);
bool pdk_closes_isolate(const char *bytes, size_t size);

/* How many characters of it are visible. */
size_t pdk_shown_letters(const char *text, size_t size);

#endif
