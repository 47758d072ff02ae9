/* Which rows of which tables fit into a page. */
#include "page/page_bundle.h"

enum {
    SMALL = 50000, /* values: a table that always goes in whole */
    SAMPLE = 200   /* rows of one that does not fit */
};

size_t *pdk_page_shown_columns(const pdk_table *table, pdk_memory *memory, size_t *count)
{
    size_t *columns = pdk_alloc_array(memory, pdk_table_columns(table), sizeof *columns);
    *count = 0;
    for (size_t c = 0; columns != NULL && c < pdk_table_columns(table); c++) {
        if (!pdk_table_column_at(table, c)->hidden) columns[(*count)++] = c;
    }
    return columns;
}

static uint64_t size_of(const pdk_table *table)
{
    uint64_t columns = 0, rows = pdk_table_rows(table);
    for (size_t c = 0; c < pdk_table_columns(table); c++) columns += !pdk_table_column_at(table, c)->hidden;
    return columns == 0 ? 0 : rows > UINT64_MAX / columns ? UINT64_MAX : rows * columns;
}

static void take(const pdk_page_table *entry, uint64_t *left, uint64_t *rows)
{
    uint64_t all = pdk_table_rows(entry->table), size = size_of(entry->table);
    if (size <= *left) {
        *rows = all;
        *left -= size;
    } else {
        *rows = all < SAMPLE ? all : SAMPLE;
    }
}

/* A row for each car and moment: the page has these as positions. If a short replay had them as a table, too, the page
 * of a clip would be larger than that of its race. */
static bool is_of_moments(const pdk_page_table *entry, uint64_t moments)
{
    return !entry->computed && pdk_table_rows(entry->table) >= moments;
}

pdk_status pdk_page_choose_rows(const pdk_page_table *tables, size_t count, const pdk_page_room *room,
                                pdk_memory *memory, uint64_t *rows, pdk_error *error)
{
    uint64_t values = room->values, none = 0;
    bool *chosen = pdk_alloc_array(memory, count, sizeof *chosen);
    if (chosen == NULL) return pdk_fail_memory(error, memory, "tables of a page");
    for (size_t i = 0; i < count; i++) { /* small ones */
        chosen[i] = size_of(tables[i].table) <= SMALL || is_of_moments(&tables[i], room->moments);
        if (size_of(tables[i].table) <= SMALL) rows[i] = pdk_table_rows(tables[i].table);
        else if (chosen[i]) take(&tables[i], &none, &rows[i]);
    }
    for (size_t i = 0; i < count; i++) { /* the format's main one */
        if (tables[i].computed) continue;
        if (!chosen[i]) take(&tables[i], &values, &rows[i]);
        chosen[i] = true;
        break;
    }
    for (;;) { /* the rest, the smallest first */
        size_t next = SIZE_MAX;
        for (size_t i = 0; i < count; i++) {
            if (chosen[i]) continue;
            if (next == SIZE_MAX || size_of(tables[i].table) < size_of(tables[next].table)) next = i;
        }
        if (next == SIZE_MAX) break;
        take(&tables[next], &values, &rows[next]);
        chosen[next] = true;
    }
    pdk_free(memory, chosen);
    return PDK_OK;
}
