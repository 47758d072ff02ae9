#include "mesh/text_lines.h"

#include "base/read_number.h"

#include <stdatomic.h>
#include <string.h>

#include "base/parallel.h"
#include "base/binary_search.h"

enum { PIECE = 1 << 15 };

bool pdk_text_next(pdk_text_cursor *cursor, pdk_line *line)
{
    while (cursor->at < cursor->end) {
        const char *from = cursor->at, *behind = memchr(from, '\n', (size_t)(cursor->end - from));
        if (behind == NULL) behind = cursor->end;
        cursor->at = behind < cursor->end ? behind + 1 : behind;
        while (from < behind && pdk_is_blank(*from)) from++;
        while (behind > from && pdk_is_blank(behind[-1])) behind--;
        *line = (pdk_line){ from, behind };
        if (from < behind && (cursor->counts == NULL || cursor->counts(cursor->user, line))) return true;
    }
    return false;
}

/* A line belongs to the piece it begins in. Looking for its beginning never leaves the piece, so that a text without
 * line ends costs no more than any other. */
pdk_text_cursor pdk_text_piece(const pdk_text_index *index, size_t piece)
{
    const char *from = index->text + (uint64_t)piece * PIECE, *first = from;
    const char *behind = index->end - from > PIECE ? from + PIECE : index->end;
    if (piece > 0 && from[-1] != '\n') {
        first = memchr(from, '\n', (size_t)(behind - from));
        first = first != NULL ? first + 1 : behind;
    }
    if (first >= behind) return (pdk_text_cursor){ behind, behind, index->counts, index->user };
    /* Up to the end of the last line that begins here. */
    const char *last = behind;
    if (behind < index->end && behind[-1] != '\n') {
        last = memchr(behind, '\n', (size_t)(index->end - behind));
        last = last != NULL ? last + 1 : index->end;
    }
    return (pdk_text_cursor){ first, last, index->counts, index->user };
}

static void count_pieces(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    pdk_text_index *index = user;
    for (uint64_t piece = first; piece < first + count; piece++) {
        pdk_text_cursor cursor = pdk_text_piece(index, (size_t)piece);
        pdk_line line;
        uint64_t lines = 0;
        while (pdk_text_next(&cursor, &line)) lines++;
        index->firsts[piece + 1] = lines;
    }
    pdk_text_give_back(index, first, count);
}

void pdk_text_give_back(const pdk_text_index *index, uint64_t first, uint64_t count)
{
    if (first >> 11 != (first + count) >> 11) pdk_trim(index->document); /* 64 MiB */
}

pdk_status pdk_text_index_build(pdk_document *document, uint64_t from, pdk_line_counts counts, const void *user,
                                pdk_text_index *index, pdk_error *error)
{
    pdk_bytes content = document->content;
    *index = (pdk_text_index){ .document = document,
                               .text = (const char *)content.data + from,
                               .end = (const char *)content.data + content.size,
                               .counts = counts,
                               .user = user,
                               .pieces = (size_t)((content.size - from + PIECE - 1) / PIECE) };
    index->firsts = pdk_alloc_array(&document->memory, index->pieces + 1, sizeof *index->firsts);
    if (index->firsts == NULL) return pdk_fail_memory(error, &document->memory, "an index of lines");
    pdk_parallel job = { .count = index->pieces,
                         .piece = 8,
                         .work = count_pieces,
                         .user = index,
                         .progress = document->progress,
                         .progress_user = document->progress_user };
    if (!pdk_parallel_run(&job)) return pdk_fail_cancelled(error);
    for (size_t i = 0; i < index->pieces; i++) index->firsts[i + 1] += index->firsts[i];
    index->lines = index->firsts[index->pieces];
    return PDK_OK;
}

pdk_text_cursor pdk_text_seek(const pdk_text_index *index, uint64_t line)
{
    if (line >= index->lines) return (pdk_text_cursor){ index->end, index->end, index->counts, index->user };
    size_t piece = pdk_last_not_above(index->firsts, index->pieces, line);
    pdk_text_cursor cursor = pdk_text_piece(index, piece);
    pdk_line skipped;
    for (uint64_t at = index->firsts[piece]; at < line; at++) pdk_text_next(&cursor, &skipped);
    cursor.end = index->end; /* and on through those after */
    return cursor;
}

size_t pdk_utf8_mark(pdk_bytes bytes)
{
    return bytes.size >= 3 && memcmp(bytes.data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool pdk_line_is_two(const pdk_line *line)
{
    return memchr(line->at, '\r', (size_t)(line->end - line->at)) != NULL;
}

typedef struct two_search {
    const pdk_text_index *index;
    _Atomic uint64_t first;
} two_search;

static void search_pieces(void *user, size_t thread, uint64_t first, uint64_t count)
{
    (void)thread;
    two_search *search = user;
    for (uint64_t piece = first; piece < first + count; piece++) {
        pdk_text_cursor cursor = pdk_text_piece(search->index, (size_t)piece);
        const char *at = memchr(cursor.at, '\r', (size_t)(cursor.end - cursor.at));
        pdk_line line;
        while (at != NULL && pdk_text_next(&cursor, &line)) {
            if (!pdk_line_is_two(&line)) continue;
            uint64_t place = (uint64_t)(line.at - search->index->text), minimum = atomic_load(&search->first);
            while (place < minimum && !atomic_compare_exchange_weak(&search->first, &minimum, place)) {
            }
            break;
        }
    }
    pdk_text_give_back(search->index, first, count);
}

uint64_t pdk_text_find_two(const pdk_text_index *index)
{
    two_search search = { .index = index, .first = (uint64_t)(index->end - index->text) };
    pdk_parallel_run(&(pdk_parallel){ .count = index->pieces, .piece = 8, .work = search_pieces, .user = &search });
    return atomic_load(&search.first);
}

bool pdk_line_word(pdk_line *line, pdk_line *word)
{
    while (line->at < line->end && pdk_is_blank(*line->at)) line->at++;
    word->at = line->at;
    while (line->at < line->end && !pdk_is_blank(*line->at)) line->at++;
    word->end = line->at;
    return word->at < word->end;
}

bool pdk_word_is(const pdk_line *word, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(word->end - word->at) == length && memcmp(word->at, text, length) == 0;
}

bool pdk_word_number(const pdk_line *word, double *value)
{
    const char *at = word->at;
    return pdk_read_double(&at, word->end, value) && at == word->end;
}

void pdk_line_faults_join(pdk_line_faults *all, pdk_line_faults more)
{
    if (more.count > 0 && (all->count == 0 || more.first < all->first)) all->first = more.first;
    all->count += more.count;
}
