#include "fam_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool has_image(const pdk_document *document, const char *name)
{
    for (size_t i = 0; i < pdk_document_image_count(document); i++) {
        if (strcmp(pdk_document_image_at(document, i)->name, name) == 0) return true;
    }
    return false;
}

size_t find_image(const pdk_document *document, const char *name)
{
    if (!has_image(document, name)) fail_msg("no image %s", name);
    size_t index = 0;
    while (strcmp(pdk_document_image_at(document, index)->name, name) != 0) index++;
    return index;
}

uint8_t *image_or_fail(const pdk_document *document, const char *name, uint32_t width, uint32_t height)
{
    size_t index = find_image(document, name);
    const pdk_image_info *info = pdk_document_image_at(document, index);
    assert_int_equal(info->width, width);
    assert_int_equal(info->height, height);
    size_t size = (size_t)width * height * 4;
    uint8_t *rgba = malloc(size);
    assert_non_null(rgba);
    pdk_error error = { 0 };
    assert_ok(pdk_document_image_read(document, index, rgba, size, &error), error);
    return rgba;
}

static bool is_text(pdk_text text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

uint64_t row_of(const pdk_document *document, const char *table_name, const char *path)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    assert_non_null(table);
    for (uint64_t row = 0; row < pdk_table_rows(table); row++) {
        if (is_text(text_at(document, table_name, "path", row), path)) return row;
    }
    fail_msg("no row %s in %s", path, table_name);
    return 0;
}

int64_t number_of(const pdk_document *document, const char *table_name, const char *path, const char *column)
{
    const pdk_table *table = pdk_document_find_table(document, table_name);
    size_t number = pdk_table_find_column(table, column);
    assert_true(number != PDK_NO_COLUMN);
    double value;
    pdk_error error = { 0 };
    assert_ok(pdk_table_read_f64(table, number, row_of(document, table_name, path), 1, &value, &error), error);
    return (int64_t)value;
}

size_t count_text(const pdk_document *document, const char *table_name, const char *column, const char *wanted)
{
    size_t count = 0;
    const pdk_table *table = pdk_document_find_table(document, table_name);
    for (uint64_t row = 0; row < pdk_table_rows(table); row++)
        count += is_text(text_at(document, table_name, column, row), wanted);
    return count;
}

uint64_t all_findings(const pdk_document *document)
{
    uint64_t total = 0;
    pdk_error error = { 0 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    return total;
}

size_t count_clear(const uint8_t *rgba, size_t pixels)
{
    size_t clear = 0;
    for (size_t i = 0; i < pixels; i++) clear += rgba[i * 4 + 3] == 0;
    return clear;
}

pdk_surface surface_named(const pdk_document *document, const char *name)
{
    pdk_surface surface = { 0 };
    for (size_t i = 0; i < pdk_document_surface_count(document); i++) {
        if (strcmp(pdk_document_surface_at(document, i)->name, name) != 0) continue;
        surface = surface_or_fail(document, i);
        assert_int_equal(surface.triangle_count, pdk_document_surface_at(document, i)->triangles);
        assert_int_equal(surface.vertex_count, pdk_document_surface_at(document, i)->vertices);
        return surface;
    }
    fail_msg("no surface %s", name);
    return surface;
}

double volume(const pdk_surface *surface)
{
    double sum = 0;
    for (uint64_t i = 0; i < surface->triangle_count; i++) {
        const float *a = surface->positions + 3 * surface->triangles[3 * i];
        const float *b = surface->positions + 3 * surface->triangles[3 * i + 1];
        const float *c = surface->positions + 3 * surface->triangles[3 * i + 2];
        sum += (double)a[0] * (b[1] * c[2] - b[2] * c[1]) - (double)a[1] * (b[0] * c[2] - b[2] * c[0]) +
               (double)a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
}

size_t textures_of(const pdk_document *track, bool used[TEXTURE_NUMBERS])
{
    size_t found = 0;
    memset(used, 0, TEXTURE_NUMBERS * sizeof *used);
    for (unsigned strip = 1; strip <= 10; strip++) {
        char column[16];
        snprintf(column, sizeof column, "texture_%u", strip);
        size_t count;
        double *numbers = column_f64(track, "records", column, &count);
        for (size_t i = 0; i < count; i++) {
            bool *number = &used[(unsigned)numbers[i] % TEXTURE_NUMBERS];
            found += !*number;
            *number = true;
        }
        free(numbers);
    }
    return found;
}
