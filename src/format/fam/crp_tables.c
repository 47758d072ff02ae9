/* The tables articles and parts of a CRP, and its regions; `entries` are those of its pictures. */
#include <string.h>

#include "format/fam/crp.h"
#include "format/fam/crp_layout.h"

/* ----------------------------------------------------------------------------------------------- articles */

enum { ARTICLE, ARTICLE_PARTS, ARTICLE_OFFSET };

static pdk_status compute_article(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t row = batch->first + i;
        const pdk_crp_article_entry *article = pdk_crp_article_at(batch->column->data, (size_t)row);
        const uint64_t numbers[] = { row, article->part_count, article->parts_at };
        ((uint64_t *)values)[i] = numbers[batch->column->number];
    }
    return PDK_OK;
}

static pdk_status compute_article_name(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++)
        ((pdk_text *)values)[i] = pdk_crp_article_at(batch->column->data, (size_t)batch->first + i)->name;
    return PDK_OK;
}

static void add_number(pdk_table *table, pdk_compute compute, const pdk_crp *crp, pdk_column_info info, uint64_t number)
{
    info.type = PDK_UINT64;
    info.certainty = PDK_CONFIRMED;
    pdk_table_add_computed(table, info, compute, crp, number);
}

static void add_articles(pdk_document *document, const pdk_crp *crp)
{
    pdk_table *table = pdk_document_add_table(
        document, "articles", "a row for each model and everything else with its own parts", crp->articles.count, 4);
    add_number(table, compute_article, crp, (pdk_column_info){ .name = "article", .meaning = "number of the article" },
               ARTICLE);
    pdk_table_add_computed(
        table,
        (pdk_column_info){
            .name = "name", .type = PDK_TEXT, .meaning = "what its part Name holds", .certainty = PDK_CONFIRMED },
        compute_article_name, crp, 0);
    pdk_table_set_empty_missing(table);
    add_number(table, compute_article, crp, (pdk_column_info){ .name = "parts", .meaning = "how many it has" },
               ARTICLE_PARTS);
    add_number(table, compute_article, crp,
               (pdk_column_info){ .name = "offset", .unit = "byte", .meaning = "of its list of parts in the file" },
               ARTICLE_OFFSET);
    pdk_table_set_sorted(table, "article");
}

/* -------------------------------------------------------------------------------------------------- parts */

enum { PART_ARTICLE, PART_NUMBER, PART_OFFSET, PART_SIZE };

static pdk_status compute_part(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const pdk_crp_part_entry *part = pdk_crp_part_at(batch->column->data, (size_t)batch->first + i);
        const uint64_t numbers[] = { part->article, part->number, part->offset, part->size };
        const bool there[] = { part->article != PDK_FAM_NONE, part->has_number, part->offset != 0, true };
        ((uint64_t *)values)[i] = numbers[batch->column->number];
        if (!there[batch->column->number]) pdk_batch_miss(batch, i);
    }
    return PDK_OK;
}

static pdk_status compute_part_id(const pdk_batch *batch, void *values)
{
    for (size_t i = 0; i < batch->count; i++) {
        const char *id = pdk_crp_part_at(batch->column->data, (size_t)batch->first + i)->id;
        ((pdk_text *)values)[i] = (pdk_text){ id, strlen(id) };
    }
    return PDK_OK;
}

static void locate_parts(const pdk_table *table, uint64_t first, size_t count, pdk_row *rows)
{
    const pdk_crp *crp = table->state;
    for (size_t i = 0; i < count; i++) {
        const pdk_crp_part_entry *part = pdk_crp_part_at(crp, (size_t)first + i);
        rows[i] = (pdk_row){ table->document->content.data + part->line, first + i };
    }
}

static void add_parts(pdk_document *document, const pdk_crp *crp)
{
    pdk_table *table = pdk_document_add_table(document, "parts",
                                              "a row for each part: first those of the articles, then the file's own",
                                              crp->parts.count, 7);
    pdk_table_set_located(table, locate_parts, crp);
    add_number(table, compute_part, crp,
               (pdk_column_info){
                   .name = "article", .meaning = "that it belongs to; none of the file's own", .nullable = true },
               PART_ARTICLE);
    pdk_table_add_computed(table,
                           (pdk_column_info){ .name = "id",
                                              .type = PDK_TEXT,
                                              .meaning =
                                                  "what it is, its characters in the right order: Name, vt (points), "
                                                  "nm (normals), uv, pr (corners), sf (pictures) ...",
                                              .certainty = PDK_CONFIRMED },
                           compute_part_id, crp, 0);
    add_number(
        table, compute_part, crp,
        (pdk_column_info){ .name = "number", .meaning = "of the part among those of its kind", .nullable = true },
        PART_NUMBER);
    pdk_table_add_field(table, NULL, pdk_record_field(&pdk_crp_part, "level"), 0, 0);
    pdk_table_add_field(table, NULL, pdk_record_field(&pdk_crp_part, "count"), 0, 0);
    add_number(table, compute_part, crp,
               (pdk_column_info){ .name = "offset",
                                  .unit = "byte",
                                  .meaning = "of what it holds, in the file; none where that is not in the file",
                                  .nullable = true },
               PART_OFFSET);
    add_number(table, compute_part, crp,
               (pdk_column_info){ .name = "size", .unit = "byte", .meaning = "of what it holds" }, PART_SIZE);
}

void pdk_crp_add_tables(pdk_document *document)
{
    add_articles(document, document->state);
    add_parts(document, document->state);
    pdk_fam_add_entries(document);
}

/* ------------------------------------------------------------------------------------------------ regions */

void pdk_crp_add_regions(pdk_document *document)
{
    const pdk_crp *crp = document->state;
    if (document->content.size < pdk_crp_header.size) return;
    pdk_document_add_region(document, "header", &pdk_crp_header, 0, pdk_crp_header.size, 1);
    for (size_t i = 0; i < crp->articles.count && !document->failed; i++) {
        const pdk_crp_article_entry *article = pdk_crp_article_at(crp, i);
        char *name = pdk_keep_printf(&document->memory, "article[%zu].part", i);
        if (name == NULL) document->failed = true;
        else if (article->part_count > 0)
            pdk_document_add_region(document, name, &pdk_crp_part, article->parts_at, pdk_crp_part.size,
                                    article->part_count);
    }
    size_t own = crp->parts.count;
    while (own > 0 && pdk_crp_part_at(crp, own - 1)->article == PDK_FAM_NONE) own--;
    uint64_t count = crp->parts.count - own;
    if (crp->articles.count > 0)
        pdk_document_add_region(document, "article", &pdk_crp_article, crp->articles_at, pdk_crp_article.size,
                                crp->articles.count);
    if (count > 0)
        pdk_document_add_region(document, "part", &pdk_crp_part, pdk_crp_part_at(crp, own)->line, pdk_crp_part.size,
                                count);
    pdk_fam_add_regions(document);
}
