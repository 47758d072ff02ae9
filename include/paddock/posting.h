/* Postings: tables of texts with a title above and notes below, to print, to post in a forum or chat, or to draw.
 *
 *     pdk_posting *posting = NULL;
 *     if (pdk_posting_create(NULL, &posting, &error) == PDK_OK) {
 *         pdk_posting_add_title(posting, pdk_text_of("Round 3"), pdk_text_of("Sebring"));
 *         pdk_posting_add_table(posting);
 *         pdk_posting_add_column(posting, "Pos", true, 2);
 *         pdk_posting_add_column(posting, "Driver", false, 2);
 *         pdk_posting_add_cell(posting, PDK_POSTING_PLAIN, pdk_text_of("1"));
 *         pdk_posting_add_cell(posting, PDK_POSTING_BOLD, name);
 *         pdk_posting_add_note(posting, pdk_text_of("Time penalties are added."));
 *         status = pdk_posting_write(posting, PDK_POSTING_MARKDOWN, NULL, output, &error);
 *         pdk_posting_close(posting);
 *     }
 *
 * Texts may hold anything: each form escapes what it needs to. pdk_plot_posting (plot.h) draws one. */
#ifndef PADDOCK_POSTING_H
#define PADDOCK_POSTING_H

#include "output.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pdk_posting pdk_posting;

typedef struct pdk_posting_options {
    size_t struct_size; /* PDK_POSTING_OPTIONS_INIT sets it */
    pdk_limits limits;
    pdk_allocator allocator;
} pdk_posting_options;

#define PDK_POSTING_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_posting_options)

/* An empty one. options may be NULL. */
PDK_API pdk_status pdk_posting_create(const pdk_posting_options *options, pdk_posting **posting, pdk_error *error);
/* NULL is fine. */
PDK_API void pdk_posting_close(pdk_posting *posting);

/* How a cell is emphasised: in colours on a terminal and in pictures, bold elsewhere where the form has that. */
typedef enum pdk_posting_style {
    PDK_POSTING_PLAIN = 0,
    PDK_POSTING_BOLD = 1,
    PDK_POSTING_GOOD = 2, /* green */
    PDK_POSTING_BEST = 3, /* magenta: the best of all */
    PDK_POSTING_DIM = 4
} pdk_posting_style;

/* The parts, from the top to the bottom. Texts are copied, up to a NUL. If memory runs out, pdk_posting_write says so.
 * One thread at a time, and not while it is written. */

/* What the next parts are about: "race.vcr", and what it is: "race, 12 drivers" (may be empty). */
PDK_API void pdk_posting_add_title(pdk_posting *posting, pdk_text title, pdk_text detail);
PDK_API void pdk_posting_add_heading(pdk_posting *posting, pdk_text heading);
/* Columns and cells that follow are of this table. */
PDK_API void pdk_posting_add_table(pdk_posting *posting);
/* Columns come before cells. `heading` may be "". Numbers are aligned to the right. Where there is no room, columns
 * with the least importance are left out first, of equal ones the last. A column without a text in any row is not
 * shown. */
PDK_API void pdk_posting_add_column(pdk_posting *posting, const char *heading, bool right, int importance);
/* Cells come from left to right; the next row begins by itself. */
PDK_API void pdk_posting_add_cell(pdk_posting *posting, pdk_posting_style style, pdk_text text);
/* A name with its value: "Best lap", "1:02.630". Facts that follow each other are aligned. */
PDK_API void pdk_posting_add_fact(pdk_posting *posting, pdk_text name, pdk_text value);
/* A sentence. */
PDK_API void pdk_posting_add_note(pdk_posting *posting, pdk_text note);

/* All parts of another posting, at the end. */
PDK_API void pdk_posting_append(pdk_posting *posting, const pdk_posting *other);

typedef enum pdk_posting_form {
    PDK_POSTING_TEXT = 0,     /* aligned with spaces */
    PDK_POSTING_CHAT = 1,     /* the same in Markdown code blocks, each short enough for one message */
    PDK_POSTING_MARKDOWN = 2, /* tables of GitHub's Markdown */
    PDK_POSTING_HTML = 3      /* a part of a page, ASCII only, with its own styles: it can be pasted anywhere */
} pdk_posting_form;

typedef struct pdk_posting_write_options {
    size_t struct_size; /* PDK_POSTING_WRITE_OPTIONS_INIT sets it */
    uint32_t width;     /* text, chat: characters in a line [text: no limit; chat: 72] */
    uint32_t most;      /* chat: UTF-16 units in a code block, with its fences; at least 400 [2000] */
    uint64_t colours;   /* text: emphasise with the codes of terminals */
} pdk_posting_write_options;

#define PDK_POSTING_WRITE_OPTIONS_INIT PDK_OPTIONS_INIT(pdk_posting_write_options)

/* Any number of times, from any thread. Where columns are left out, a line below the table names them. options may be
 * NULL. PDK_E_ARGUMENT, "posting.most": a block of that few characters holds nothing. */
PDK_API pdk_status pdk_posting_write(const pdk_posting *posting, pdk_posting_form form,
                                     const pdk_posting_write_options *options, pdk_output *output, pdk_error *error);

#ifdef __cplusplus
}
#endif
#endif
