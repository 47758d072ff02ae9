/* Large text by lines, in any order and by several threads: an index of how many lines stand before each piece of it.
 */
#ifndef PADDOCK_MESH_TEXT_LINES_H
#define PADDOCK_MESH_TEXT_LINES_H

#include "model/document.h"

/* What is between words. */
static inline bool pdk_is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\v' || letter == '\f';
}

/* Without the blanks around it and the line end. */
typedef struct pdk_line {
    const char *at, *end;
} pdk_line;

/* Is this line (which is not empty) one that counts? */
typedef bool (*pdk_line_counts)(const void *user, const pdk_line *line);

typedef struct pdk_text_index {
    const pdk_document *document;
    const char *text, *end;
    pdk_line_counts counts; /* NULL = all that are not blank */
    const void *user;
    uint64_t *firsts; /* lines before each piece; one more than there are: all lines */
    size_t pieces;
    uint64_t lines;
} pdk_text_index;

/* Goes over the text once, on all processors. */
pdk_status pdk_text_index_build(pdk_document *document, uint64_t from, pdk_line_counts counts, const void *user,
                                pdk_text_index *index, pdk_error *error);

/* Where a walk over lines is. */
typedef struct pdk_text_cursor {
    const char *at, *end;
    pdk_line_counts counts;
    const void *user;
} pdk_text_cursor;

/* The next call of pdk_text_next gives this line, counted from 0. */
pdk_text_cursor pdk_text_seek(const pdk_text_index *index, uint64_t line);
/* The lines that begin in a piece. */
pdk_text_cursor pdk_text_piece(const pdk_text_index *index, size_t piece);
/* After a walk over `count` pieces from `first` on: now and then the pages of the file are returned to the system. */
void pdk_text_give_back(const pdk_text_index *index, uint64_t first, uint64_t count);
/* The next line that counts; false at the end. */
bool pdk_text_next(pdk_text_cursor *cursor, pdk_line *line);

/* The next run of anything but blanks; false at the end of the line. */
bool pdk_line_word(pdk_line *line, pdk_line *word);
bool pdk_word_is(const pdk_line *word, const char *text);
/* Whether the word is a number and nothing else. */
bool pdk_word_number(const pdk_line *word, double *value);

/* Lines with the same fault: how many, and the byte where the first begins. */
typedef struct pdk_line_faults {
    uint64_t count, first;
} pdk_line_faults;

void pdk_line_faults_join(pdk_line_faults *all, pdk_line_faults more);

/* Bytes of the mark some programs put before UTF-8: 3, or 0. */
size_t pdk_utf8_mark(pdk_bytes bytes);
/* A carriage return inside a line: it ended one where the text was made, and what follows it must not be lost. */
bool pdk_line_is_two(const pdk_line *line);
/* The first such line, as an offset into the text; its size when there is none. Goes over the text once, on all
 * processors. */
uint64_t pdk_text_find_two(const pdk_text_index *index);

#endif
