/* Where chunks are: from their table, or, if the sound part of a damaged file is wanted, from chunk to chunk. */
#include <inttypes.h>

#include "format/las/laz/laz.h"

enum { POINTS_A_BYTE = 1100 }; /* no point takes less than 0.0075 bits */

static pdk_status fail_memory(const pdk_laz *laz, pdk_error *error)
{
    return pdk_fail_memory(error, &laz->document->memory, "a list of chunks");
}

static bool add_chunk(pdk_laz *laz, uint64_t offset, uint64_t size, uint64_t first)
{
    pdk_laz_chunk *chunk = pdk_vector_push(&laz->chunks);
    if (chunk != NULL) *chunk = (pdk_laz_chunk){ offset, size, first };
    return chunk != NULL;
}

uint64_t pdk_laz_chunk_points(const pdk_laz *laz, uint64_t chunk)
{
    const pdk_laz_chunk *chunks = laz->chunks.items;
    return chunks[chunk + 1].first - chunks[chunk].first;
}

static bool holds(uint64_t bytes, uint64_t points)
{
    return points > 0 && (points - 1) / POINTS_A_BYTE <= bytes;
}

/* What the points may take: up to the records after them. */
static uint64_t end_of(const pdk_las *las)
{
    bool records = las->evlr_count > 0 && las->evlr_offset > las->points_offset && las->evlr_offset < las->size;
    return records ? las->evlr_offset : las->size;
}

/* --------------------------------------------------------------------------------------------------- table */

/* What is wrong with the table, and where; NULL = nothing. */
typedef struct table_trouble {
    const char *what;
    uint64_t offset;
    pdk_status status;
} table_trouble;

static table_trouble trouble(const char *what, uint64_t offset)
{
    return (table_trouble){ what, offset, PDK_E_CORRUPT };
}

/* Its place; 0 = nothing there can be one. */
static uint64_t find_table(const pdk_las *las, table_trouble *wrong)
{
    uint64_t begin = las->points_offset;
    if (las->size - begin < PDK_LAZ_POINTER) {
        *wrong = (table_trouble){ "the file ends before its chunks", las->size, PDK_E_TRUNCATED };
        return 0;
    }
    int64_t place = (int64_t)pdk_load_u64(las->bytes + begin);
    if (place == -1) place = (int64_t)pdk_load_u64(las->bytes + las->size - PDK_LAZ_POINTER);
    if (place == (int64_t)begin) {
        *wrong = (table_trouble){ "there is no table of chunks: whoever wrote the file was cut off", begin,
                                  PDK_E_TRUNCATED };
    } else if (place < (int64_t)(begin + PDK_LAZ_POINTER)) {
        *wrong = trouble("the place of the table of chunks is before them", begin);
    } else if ((uint64_t)place > las->size || las->size - (uint64_t)place < PDK_LAZ_TABLE) {
        *wrong = (table_trouble){ "the table of chunks is beyond the end of the file", las->size, PDK_E_TRUNCATED };
    }
    return wrong->what == NULL ? (uint64_t)place : 0;
}

/* Decodes the numbers of the table. */
typedef struct table_reader {
    pdk_laz_number number;
    pdk_laz_stream stream;
    uint8_t tail[2 * PDK_LAZ_RESERVE + PDK_LAZ_TAIL_MORE];
    uint32_t points, bytes; /* of the last chunk */
    bool variable;
} table_reader;

static bool next_sizes(table_reader *reader)
{
    pdk_laz_coder coder = reader->stream.coder;
    pdk_laz_approach(&reader->stream, &coder);
    if (reader->variable) reader->points = pdk_laz_get(&coder, &reader->number, reader->points, 0, 32, 1);
    reader->bytes = pdk_laz_get(&coder, &reader->number, reader->bytes, 1, 32, 1);
    reader->stream.coder = coder;
    return coder.bad == 0 && coder.at <= reader->stream.end;
}

static table_reader *open_reader(const pdk_las *las, const pdk_laz *laz, uint64_t place)
{
    pdk_memory *memory = &laz->document->memory;
    table_reader *reader = pdk_alloc(memory, sizeof *reader);
    if (reader == NULL) return NULL;
    pdk_laz_room room = { .used = 0 };
    pdk_laz_number_place(&reader->number, 32, 2, &room);
    uint16_t *words = pdk_alloc_raw(memory, room.used * sizeof *words);
    if (words == NULL) {
        pdk_free(memory, reader);
        return NULL;
    }
    room = (pdk_laz_room){ .words = words };
    pdk_laz_number_place(&reader->number, 32, 2, &room);
    pdk_laz_number_begin(&reader->number);
    uint64_t at = place + PDK_LAZ_TABLE;
    reader->variable = laz->chunk_points == PDK_LAZ_VARIABLE;
    if (!pdk_laz_stream_open(&reader->stream, las->bytes + at, las->size - at, reader->tail, PDK_LAZ_RESERVE))
        reader->stream.coder.bad = 1;
    return reader;
}

static void close_reader(const pdk_laz *laz, table_reader *reader)
{
    pdk_free(&laz->document->memory, reader->number.classes[0].words); /* the first of them all */
    pdk_free(&laz->document->memory, reader);
}

/* Chunks in order, which together must be all bytes up to the table and all points. */
static table_trouble read_sizes(pdk_las *las, pdk_laz *laz, table_reader *reader, uint64_t place, uint32_t count,
                                bool *fine)
{
    uint64_t offset = las->points_offset + PDK_LAZ_POINTER, first = 0, least = pdk_laz_least_chunk(&laz->scheme);
    if (reader->stream.coder.bad != 0) return trouble("the table of chunks does not begin as one", place);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t left = las->point_count - first;
        reader->points = reader->variable ? reader->points : laz->chunk_points;
        if (!next_sizes(reader)) return trouble("the table of chunks is damaged", place);
        uint64_t points = reader->variable || reader->points < left ? reader->points : left;
        if (reader->bytes < least || reader->bytes > place - offset || points > left || !holds(reader->bytes, points))
            return trouble("the table of chunks has sizes that cannot be", place);
        *fine = add_chunk(laz, offset, reader->bytes, first);
        if (!*fine) return trouble(NULL, 0);
        offset += reader->bytes;
        first += points;
    }
    if (first != las->point_count)
        return trouble("the table of chunks has another number of points than the header", place);
    if (offset != place) return trouble("the table of chunks does not begin where they end", place);
    *fine = add_chunk(laz, offset, 0, first);
    return trouble(NULL, 0);
}

static table_trouble read_table(pdk_las *las, pdk_laz *laz, bool *fine)
{
    table_trouble wrong = trouble(NULL, 0);
    uint64_t place = find_table(las, &wrong);
    if (wrong.what != NULL) return wrong;
    uint32_t version = (uint32_t)pdk_get_i64(pdk_record_field(&pdk_laz_table, "version"), 0, las->bytes + place),
             count = (uint32_t)pdk_get_i64(pdk_record_field(&pdk_laz_table, "chunks"), 0, las->bytes + place);
    uint64_t room = place - las->points_offset - PDK_LAZ_POINTER;
    if (version != 0) return trouble("the table of chunks is of an unknown version", place);
    if (count > room / pdk_laz_least_chunk(&laz->scheme) || (count == 0 && las->point_count > 0))
        return trouble("the table of chunks has a number of chunks that cannot be", place);
    pdk_document_add_region(las->document, "chunk_table", &pdk_laz_table, place, PDK_LAZ_TABLE, 1);
    table_reader *reader = open_reader(las, laz, place);
    *fine = reader != NULL;
    if (!*fine) return wrong;
    if (count > 0) wrong = read_sizes(las, laz, reader, place, count, fine);
    else *fine = add_chunk(laz, place, 0, 0);
    close_reader(laz, reader);
    return wrong;
}

/* ------------------------------------------------------------------------------------------ without a table */

pdk_laz_trouble pdk_laz_try_chunk(const pdk_laz *laz, pdk_laz_decoder *decoder, uint64_t chunk, uint8_t *records)
{
    const pdk_laz_chunk *from = (const pdk_laz_chunk *)laz->chunks.items + chunk;
    uint64_t points = pdk_laz_chunk_points(laz, chunk);
    pdk_laz_trouble wrong =
        pdk_laz_decoder_begin(decoder, (pdk_bytes){ laz->bytes + from->offset, (size_t)from->size }, points);
    for (uint64_t done = 0; done < points && wrong == PDK_LAZ_FINE;) {
        size_t some = points - done < laz->window_points ? (size_t)(points - done) : laz->window_points;
        wrong = pdk_laz_decoder_next(decoder, some, records);
        done += some;
    }
    return wrong == PDK_LAZ_FINE && !laz->scheme.whole ? pdk_laz_decoder_end(decoder) : wrong;
}

/* Chunks with layers say how long they are. */
static bool walk_layered(const pdk_las *las, pdk_laz *laz, uint64_t offset, uint64_t end, uint64_t *first)
{
    while (*first < las->point_count && offset < end) {
        uint32_t points;
        uint64_t size =
            pdk_laz_measure_chunk(&laz->scheme, (pdk_bytes){ las->bytes + offset, (size_t)(end - offset) }, &points);
        if (size == 0 || points > las->point_count - *first || !holds(size, points)) break;
        if (!add_chunk(laz, offset, size, *first)) return false;
        offset += size;
        *first += points;
    }
    return add_chunk(laz, offset, 0, *first);
}

/* Others end where their points do. */
static bool walk_pointwise(const pdk_las *las, pdk_laz *laz, uint64_t offset, uint64_t end, uint64_t *first)
{
    pdk_memory *memory = &laz->document->memory;
    pdk_laz_decoder *decoder = pdk_laz_decoder_make(memory, &laz->scheme);
    uint8_t *records = pdk_alloc_raw(memory, (size_t)laz->window_points * laz->scheme.size);
    bool fine = decoder != NULL && records != NULL && add_chunk(laz, offset, end - offset, 0);
    while (fine && *first < las->point_count && laz->chunk_points != PDK_LAZ_VARIABLE) {
        uint64_t left = las->point_count - *first, points = left < laz->chunk_points ? left : laz->chunk_points;
        if (!holds(end - offset, points)) break;
        fine = add_chunk(laz, offset, end - offset, *first + points);
        if (!fine) break;
        pdk_laz_chunk *last = (pdk_laz_chunk *)laz->chunks.items + laz->chunks.count - 2;
        pdk_laz_trouble wrong = pdk_laz_try_chunk(laz, decoder, laz->chunks.count - 2, records);
        if (wrong != PDK_LAZ_FINE && wrong != PDK_LAZ_LEFT_OVER) {
            laz->chunks.count--;
            break;
        }
        *first += points;
        last->size = pdk_laz_decoder_used(decoder);
        last[1].offset = offset += last->size;
        last[1].size = end - offset;
    }
    pdk_free(memory, records);
    if (decoder != NULL) pdk_laz_decoder_free(decoder);
    return fine;
}

static pdk_status walk(pdk_las *las, pdk_laz *laz, pdk_error *error)
{
    uint64_t offset = las->points_offset + PDK_LAZ_POINTER, end = end_of(las), first = 0;
    laz->chunks.count = 0;
    if (offset > end) offset = end;
    bool fine = laz->scheme.layered ? walk_layered(las, laz, offset, end, &first)
                                    : walk_pointwise(las, laz, offset, end, &first);
    if (!fine) return fail_memory(laz, error);
    if (first < las->point_count) {
        pdk_document_add_finding(las->document, PDK_ERROR, "las.laz.points", offset, "las.point",
                                 "of %" PRIu64 " points %" PRIu64
                                 " are in chunks that can be found; the others are lost",
                                 las->point_count, first);
    }
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------- index */

/* Without chunks: everything up to the records after the points. */
static bool index_whole(const pdk_las *las, pdk_laz *laz, table_trouble *wrong)
{
    uint64_t offset = las->points_offset, size = end_of(las) - offset;
    bool enough = size >= pdk_laz_least_chunk(&laz->scheme) && holds(size, las->point_count);
    if (!enough && las->point_count > 0)
        *wrong = (table_trouble){ "there are fewer bytes than its points take at least", las->size, PDK_E_TRUNCATED };
    uint64_t points = enough ? las->point_count : 0;
    return (points == 0 || add_chunk(laz, offset, size, 0)) && add_chunk(laz, offset + size, 0, points);
}

pdk_status pdk_laz_read_index(pdk_las *las, pdk_laz *laz, pdk_error *error)
{
    table_trouble wrong = trouble(NULL, 0);
    bool fine = true, whole = laz->scheme.whole, empty = las->point_count == 0;
    laz->chunks = pdk_vector_of(&las->document->memory, sizeof(pdk_laz_chunk));
    if (whole) fine = index_whole(las, laz, &wrong);
    else if (empty) fine = add_chunk(laz, las->points_offset, 0, 0);
    else wrong = read_table(las, laz, &fine);
    if (!fine) return fail_memory(laz, error);
    if (!whole && las->size - las->points_offset >= PDK_LAZ_POINTER) {
        pdk_document_add_region(las->document, "chunk_pointer", &pdk_laz_pointer, las->points_offset, PDK_LAZ_POINTER,
                                1);
    }
    if (wrong.what == NULL) return PDK_OK;
    pdk_status status = pdk_document_damage(las->document, error, wrong.status, wrong.offset, "las.laz.table",
                                            "las.chunk_table", "%s", wrong.what);
    return status != PDK_OK || whole ? status : walk(las, laz, error);
}
