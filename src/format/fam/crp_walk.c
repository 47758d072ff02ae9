/* The walk through a CRP: its articles, their parts, and the sets of pictures among the file's own parts. */
#include <stdlib.h>
#include <string.h>

#include "base/load.h"
#include "format/fam/crp.h"
#include "format/fam/crp_layout.h"
#include "format/fam/fam_layout.h"
#include "text/encoding.h"

enum { LINE = 16 /* bytes of an article and of a part */, LONGEST_NAME = 64 };

/* How many lines of a table are in the file. */
static uint64_t lines_from(const pdk_document *document, uint64_t at)
{
    return at <= document->content.size ? (document->content.size - at) / LINE : 0;
}

/* Each line belongs to one list: lists that share theirs could be as many as there are lines, and as long. */
static pdk_status take_lines(pdk_document *document, uint64_t count_at, const char *what, uint64_t *count,
                             pdk_error *error)
{
    pdk_crp *crp = document->state;
    uint64_t left = document->content.size / LINE - crp->lines, wanted = *count;
    if (wanted > left) *count = left;
    crp->lines += *count;
    if (wanted <= left) return PDK_OK;
    return pdk_document_damage(document, error, PDK_E_CORRUPT, count_at, "crp.shared", "crp",
                               "%llu %s, and all lists before, have more lines than the file: lists share theirs",
                               (unsigned long long)wanted, what);
}

/* Takes *count lines at `at` into the list; damage where they do not fit the file, and *count becomes what does. */
static pdk_status announce(pdk_document *document, uint64_t at, uint64_t count_at, const char *what, uint64_t *count,
                           pdk_error *error)
{
    uint64_t possible = lines_from(document, at), wanted = *count;
    if (wanted > possible) {
        *count = possible;
        pdk_status status =
            pdk_document_damage(document, error, PDK_E_TRUNCATED, count_at, "crp.count", "crp",
                                "%llu %s should be at 0x%llX, but the file has space for %llu",
                                (unsigned long long)wanted, what, (unsigned long long)at, (unsigned long long)possible);
        if (status != PDK_OK) return status;
    }
    pdk_status status = take_lines(document, count_at, what, count, error);
    return status == PDK_OK ? pdk_fam_announce(document, count, count_at, "crp", error) : status;
}

/* ------------------------------------------------------------------------------------------------- parts */

/* A number of 32 bits, or of 16 after a number: its characters from the highest byte. */
static void read_id(const uint8_t *line, pdk_crp_part_entry *part)
{
    size_t count = part->has_number ? 2 : 4;
    for (size_t i = 0; i < count; i++) {
        uint8_t letter = line[3 - i];
        part->id[i] = letter >= ' ' && letter < 127 ? (char)letter : '?';
    }
    part->id[count] = '\0';
    part->number = part->has_number ? pdk_load_u16(line) : 0;
}

static pdk_status read_part(pdk_document *document, uint64_t at, uint32_t article, pdk_error *error)
{
    pdk_crp *crp = document->state;
    const uint8_t *line = document->content.data + at;
    pdk_crp_part_entry *part = pdk_vector_push(&crp->parts);
    if (part == NULL) return pdk_fail_memory(error, &document->memory, "the list of parts");
    uint32_t kind = pdk_load_u32(line + PDK_CRP_PART_KIND);
    *part = (pdk_crp_part_entry){ .article = article, .line = at, .has_number = (kind & 1) != 0 };
    part->size = kind >> PDK_CRP_SIZE_BIT;
    part->offset = at + pdk_load_u32(line + PDK_CRP_PART_OFFSET);
    read_id(line, part);
    if (part->offset <= document->content.size && part->size <= document->content.size - part->offset) return PDK_OK;
    uint64_t offset = part->offset, size = part->size;
    part->offset = 0;
    return pdk_document_damage(
        document, error, PDK_E_TRUNCATED, at + PDK_CRP_PART_OFFSET, "crp.part.offset", "crp.part.offset",
        "the %llu bytes of %s at 0x%llX are not in the file, which ends at 0x%llX", (unsigned long long)size, part->id,
        (unsigned long long)offset, (unsigned long long)document->content.size);
}

static pdk_status read_parts(pdk_document *document, uint64_t at, uint64_t count, uint32_t article, pdk_error *error)
{
    pdk_status status = PDK_OK;
    for (uint64_t i = 0; i < count && status == PDK_OK; i++)
        status = read_part(document, at + i * LINE, article, error);
    return status;
}

/* ------------------------------------------------------------------------------------------------ articles */

static bool is_called(const pdk_crp_part_entry *part, const char *id)
{
    return strcmp(part->id, id) == 0;
}

static pdk_status name_article(pdk_document *document, pdk_crp_article_entry *article, pdk_error *error)
{
    const pdk_crp *crp = document->state;
    for (uint32_t i = 0; i < article->part_count; i++) {
        const pdk_crp_part_entry *part = pdk_crp_part_at(crp, article->first_part + i);
        if (!is_called(part, "Name") || part->offset == 0) continue;
        size_t size = part->size < LONGEST_NAME ? (size_t)part->size : LONGEST_NAME;
        article->name =
            pdk_text_read_padded(&document->memory, PDK_ENCODING_ASCII, document->content.data + part->offset, size);
        if (article->name.data == NULL) return pdk_fail_memory(error, &document->memory, "the name of a model");
        break;
    }
    return PDK_OK;
}

static pdk_status read_article(pdk_document *document, uint64_t at, uint32_t number, pdk_error *error)
{
    pdk_crp *crp = document->state;
    const uint8_t *line = document->content.data + at;
    if (memcmp(line, "itrA", 4) != 0) {
        char hex[48];
        pdk_hex(hex, line, 4);
        pdk_status status = pdk_document_damage(document, error, PDK_E_CORRUPT, at, "crp.article", "crp.article.magic",
                                                "expected the tag itrA, found %s", hex);
        if (status != PDK_OK) return status;
    }
    uint64_t count = pdk_load_u32(line + PDK_CRP_ARTICLE_PARTS),
             parts = at + (uint64_t)PDK_CRP_UNIT * pdk_load_u32(line + PDK_CRP_ARTICLE_OFFSET);
    pdk_status status = announce(document, parts, at + PDK_CRP_ARTICLE_PARTS, "parts", &count, error);
    pdk_crp_article_entry *article = status == PDK_OK ? pdk_vector_push(&crp->articles) : NULL;
    if (status != PDK_OK) return status;
    if (article == NULL) return pdk_fail_memory(error, &document->memory, "the list of models");
    *article = (pdk_crp_article_entry){ { "", 0 }, parts, (uint32_t)count, (uint32_t)crp->parts.count };
    status = read_parts(document, parts, count, number, error);
    return status == PDK_OK ? name_article(document, article, error) : status;
}

/* ------------------------------------------------------------------------------------------------ pictures */

typedef struct set_place {
    uint64_t offset, end, line;
    uint32_t number; /* among the sets, in the order of their lines */
} set_place;

static int by_offset(const void *left, const void *right)
{
    const set_place *a = left, *b = right;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static int by_number(const void *left, const void *right)
{
    const set_place *a = left, *b = right;
    return a->number < b->number ? -1 : a->number > b->number;
}

static pdk_status read_set(pdk_document *document, const set_place *place, pdk_error *error)
{
    pdk_crp *crp = document->state;
    uint32_t index = (uint32_t)crp->pictures.parts.count;
    pdk_fam_part *part = pdk_vector_push(&crp->pictures.parts);
    if (part == NULL) return pdk_fail_memory(error, &document->memory, "the list of pictures");
    *part = (pdk_fam_part){ .kind = PDK_FAM_SHPI,
                            .path = pdk_keep_printf(&document->memory, "%u", (unsigned)place->number),
                            .name = { "", 0 },
                            .offset = place->offset,
                            .end = place->end,
                            .depth = 1,
                            .pictures = PDK_FAM_NONE };
    if (part->path == NULL) return pdk_fail_memory(error, &document->memory, "the list of pictures");
    return pdk_fam_read_entries(document, index, error);
}

/* Sets that share bytes would be read again and again: the later one is refused. What is left is `*count` sets. */
static pdk_status keep_apart(pdk_document *document, set_place *sets, size_t *count, pdk_error *error)
{
    uint64_t end = 0;
    size_t kept = 0, all = *count;
    if (all > 0) qsort(sets, all, sizeof *sets, by_offset);
    for (size_t i = 0; i < all; i++) {
        if (sets[i].offset >= end) {
            end = sets[i].end;
            sets[kept++] = sets[i];
            continue;
        }
        pdk_status status =
            pdk_document_damage(document, error, PDK_E_CORRUPT, sets[i].line + PDK_CRP_PART_OFFSET, "crp.part.overlap",
                                "crp.part.offset", "the pictures at 0x%llX begin inside others, which end at 0x%llX",
                                (unsigned long long)sets[i].offset, (unsigned long long)end);
        if (status != PDK_OK) return status;
    }
    *count = kept;
    if (kept > 0) qsort(sets, kept, sizeof *sets, by_number);
    return PDK_OK;
}

static bool is_set(const pdk_document *document, const pdk_crp_part_entry *part)
{
    return part->offset != 0 && part->size >= 4 && memcmp(document->content.data + part->offset, "SHPI", 4) == 0;
}

static void note_no_pictures(pdk_document *document, const pdk_crp_part_entry *part)
{
    if (!is_called(part, "sf") || part->offset == 0) return;
    pdk_document_add_finding(document, PDK_WARNING, "crp.pictures", part->line + PDK_CRP_PART_OFFSET, "crp.part.offset",
                             "the part sf %u at 0x%llX does not begin with SHPI: it is kept, but not read",
                             (unsigned)part->number, (unsigned long long)part->offset);
}

static pdk_status read_sets(pdk_document *document, pdk_error *error)
{
    const pdk_crp *crp = document->state;
    size_t count = 0;
    set_place *sets = pdk_alloc_array(&document->memory, crp->parts.count, sizeof *sets);
    if (sets == NULL) return pdk_fail_memory(error, &document->memory, "the list of pictures");
    for (size_t i = 0; i < crp->parts.count; i++) {
        const pdk_crp_part_entry *part = pdk_crp_part_at(crp, i);
        if (!is_set(document, part)) {
            note_no_pictures(document, part);
            continue;
        }
        sets[count] = (set_place){ part->offset, part->offset + part->size, part->line, (uint32_t)count };
        count++;
    }
    pdk_status status = keep_apart(document, sets, &count, error);
    for (size_t i = 0; i < count && status == PDK_OK; i++) {
        status = read_set(document, &sets[i], error);
        if (status == PDK_OK && !pdk_document_progress(document, i, count)) status = pdk_fail_cancelled(error);
    }
    pdk_free(&document->memory, sets);
    return status;
}

/* ---------------------------------------------------------------------------------------------------- all */

static pdk_status add_file(pdk_document *document, pdk_error *error)
{
    pdk_crp *crp = document->state;
    pdk_fam_part *part = pdk_vector_push(&crp->pictures.parts);
    if (part == NULL) return pdk_fail_memory(error, &document->memory, "the file's index");
    *part = (pdk_fam_part){ .kind = PDK_FAM_OTHER,
                            .path = "/",
                            .name = { "", 0 },
                            .end = document->content.size,
                            .parent = PDK_FAM_NONE,
                            .pictures = PDK_FAM_NONE };
    return PDK_OK;
}

static pdk_status read_tables(pdk_document *document, pdk_error *error)
{
    pdk_crp *crp = document->state;
    const uint8_t *header = document->content.data;
    uint64_t articles = (uint64_t)PDK_CRP_UNIT * pdk_load_u32(header + PDK_CRP_ARTICLES),
             count = pdk_load_u32(header + PDK_CRP_COUNT) >> PDK_CRP_COUNT_BIT,
             parts = pdk_load_u32(header + PDK_CRP_PART_COUNT), all = count;
    crp->articles_at = articles;
    pdk_status status = announce(document, articles, PDK_CRP_COUNT, "articles", &count, error);
    for (uint64_t i = 0; i < count && status == PDK_OK; i++)
        status = read_article(document, articles + i * LINE, (uint32_t)i, error);
    uint64_t own = articles + all * LINE;
    if (status == PDK_OK) status = announce(document, own, PDK_CRP_PART_COUNT, "parts", &parts, error);
    return status == PDK_OK ? read_parts(document, own, parts, PDK_FAM_NONE, error) : status;
}

pdk_status pdk_crp_walk(pdk_document *document, pdk_error *error)
{
    pdk_memory *memory = &document->memory;
    pdk_crp *crp = pdk_document_new_state(document, sizeof *crp);
    if (crp == NULL) return pdk_fail_memory(error, memory, "the file's index");
    crp->pictures.parts = pdk_vector_of(memory, sizeof(pdk_fam_part));
    crp->pictures.entries = pdk_vector_of(memory, sizeof(pdk_fam_entry));
    crp->pictures.last_palette = PDK_FAM_NONE;
    crp->pictures.listed = 1;
    crp->articles = pdk_vector_of(memory, sizeof(pdk_crp_article_entry));
    crp->parts = pdk_vector_of(memory, sizeof(pdk_crp_part_entry));
    if (document->content.size < pdk_crp_header.size) {
        return pdk_document_damage(document, error, PDK_E_TRUNCATED, document->content.size, "crp.truncated",
                                   "crp.header", "the header needs 16 bytes, but the file has %llu",
                                   (unsigned long long)document->content.size);
    }
    pdk_status status = add_file(document, error);
    if (status == PDK_OK) status = read_tables(document, error);
    if (status == PDK_OK) status = read_sets(document, error);
    return status == PDK_OK ? pdk_document_built(document, error) : status;
}
