/* What a posting is made of, for code that writes or draws it. */
#ifndef PADDOCK_POSTING_POSTING_H
#define PADDOCK_POSTING_POSTING_H

#include <string.h>

#include "base/memory.h"
#include "paddock/posting.h"

typedef struct pdk_posting_column {
    const char *heading;
    bool right;
    int importance;
} pdk_posting_column;

typedef struct pdk_posting_cell {
    const char *text;
    pdk_posting_style style;
} pdk_posting_cell;

typedef enum pdk_posting_kind {
    PDK_POSTING_TITLE = 0,
    PDK_POSTING_HEADING,
    PDK_POSTING_TABLE,
    PDK_POSTING_FACT,
    PDK_POSTING_NOTE
} pdk_posting_kind;

typedef struct pdk_posting_part {
    pdk_posting_kind kind;
    const char *text, *detail;                      /* of all but tables; `detail` of titles and facts */
    size_t first_column, first_cell, columns, rows; /* of tables */
} pdk_posting_part;

/* What a posting holds, while somebody reads it. */
typedef struct pdk_posting_view {
    const pdk_posting_part *parts;
    size_t count;
    const pdk_posting_column *columns;
    const pdk_posting_cell *cells;
} pdk_posting_view;

/* --- posting.c --- */
/* While a call works on a posting, the caller's functions that it calls may close it. */
pdk_posting *pdk_posting_hold(const pdk_posting *posting);
void pdk_posting_let_go(pdk_posting *const *held);
#define PDK_HOLD_POSTING(posting) \
    pdk_posting *const held_posting __attribute__((cleanup(pdk_posting_let_go), unused)) = pdk_posting_hold(posting)

/* A heap with the allocator and the limit of the posting. */
void pdk_posting_heap_like(const pdk_posting *posting, pdk_memory *memory);
/* PDK_E_MEMORY where a part could not be added. */
pdk_status pdk_posting_look(const pdk_posting *posting, pdk_posting_view *view, pdk_error *error);

/* Of a table: a cell, and whether any row has a text in this column. */
const pdk_posting_cell *pdk_posting_cell_at(const pdk_posting_view *view, const pdk_posting_part *table, size_t row,
                                            size_t column);
bool pdk_posting_has_texts(const pdk_posting_view *view, const pdk_posting_part *table, size_t column);
/* The column whose texts take several lines where they have no room: the last one of texts, if others are before it.
 * As many as there are columns = none. */
size_t pdk_posting_wrapped(const pdk_posting_view *view, const pdk_posting_part *table);

typedef struct pdk_posting_room {
    int32_t room, between; /* of all columns, each with `between` behind it */
    int32_t wrapped;       /* what the wrapped column has at least before others are left out for it */
    int32_t narrowest;     /* the same before those as important as any are */
} pdk_posting_room;

/* Widths that fit: less for the wrapped column, and 0 for columns that are left out. They come as wide as their texts.
 */
void pdk_posting_fit(const pdk_posting_view *view, const pdk_posting_part *table, int32_t *widths,
                     const pdk_posting_room *room);
/* "Left out to fit the width: A, B" of the columns that have texts and the width 0; NULL = all are shown, or no memory
 * (the heap says which). */
char *pdk_posting_left_out(const pdk_posting_view *view, const pdk_posting_part *table, const int32_t *widths,
                           pdk_memory *memory);

/* --- forms --- */

/* Writes pieces; the first failure ends it. */
typedef struct pdk_posting_writer {
    const pdk_posting_view *view;
    const pdk_posting_write_options *options;
    pdk_memory *memory; /* of this call */
    pdk_output *output;
    pdk_error *error;
    pdk_status status;
} pdk_posting_writer;

void pdk_posting_put(pdk_posting_writer *writer, const char *bytes, size_t size);
static inline void pdk_posting_say(pdk_posting_writer *writer, const char *text)
{
    pdk_posting_put(writer, text, strlen(text));
}

void pdk_posting_write_text(pdk_posting_writer *writer); /* posting_text.c */
void pdk_posting_write_chat(pdk_posting_writer *writer); /* posting_chat.c */
void pdk_posting_write_markdown(pdk_posting_writer *writer);
void pdk_posting_write_html(pdk_posting_writer *writer);

/* --- posting_text.c: lines, which chat takes too --- */
/* `header`: the line with a table's headings; `body`: a row of it. */
typedef enum pdk_posting_line { PDK_LINE_OTHER = 0, PDK_LINE_HEADER, PDK_LINE_BODY } pdk_posting_line;
typedef struct pdk_posting_lines {
    pdk_posting_writer *writer;
    void (*line)(struct pdk_posting_lines *lines, pdk_posting_line kind); /* `text` is one, without its end */
    pdk_byte_buffer text;
    size_t longest; /* characters of a cell before it is shortened; 0 = any */
    bool wraps;     /* texts outside tables */
} pdk_posting_lines;
void pdk_posting_make_lines(pdk_posting_lines *lines);

#endif
