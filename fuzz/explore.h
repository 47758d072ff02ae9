/* What a fuzz target does with a document that opened: everything an honest user could, with every promise of the
 * header checked. */
#ifndef PADDOCK_FUZZ_EXPLORE_H
#define PADDOCK_FUZZ_EXPLORE_H

#include "paddock/paddock.h"

/* Stops the program where a promise is broken; the fuzzer keeps the input. */
#define require(promise) require_at((promise), #promise, __FILE__, __LINE__)
void require_at(bool promise, const char *text, const char *file, int line);

/* An output in memory. */
pdk_output *memory_output(void);

/* Slow work is done only with one of `turns` inputs. The bytes of the input decide, so that a finding comes again. */
enum { EXPLORE_LARGE = 1 << 16 };
bool explore_turn(const void *data, size_t size, uint32_t turns, uint32_t turn);

/* A failure has all its parts, and a place that exists. `size` UINT64_MAX = places are in bytes not known here.
 */
void explore_error(pdk_status status, const pdk_error *error, uint64_t size);

/* Properties, tables in several ways, surfaces, images, a full check, exports, edits. */
void explore_document(const pdk_document *document);

/* A table read in several ways, and exported. */
void explore_table(const pdk_table *table);

/* An image gets another size, or a reason why not; all others are as before. */
void explore_resize(const pdk_document *document, size_t index);

/* An image put back and another one put in its place; `rgba` is what it decodes to, and is overwritten. */
void explore_picture(const pdk_document *document, size_t index, uint8_t *rgba);

/* Its text builds the same bytes again. */
void explore_twin(const pdk_document *document, const void *data, size_t size);

#endif
