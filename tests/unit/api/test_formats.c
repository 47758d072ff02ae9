/* What every format must have, whichever it is: a format that is added is held to this without being listed. */
#include <stdlib.h>
#include <string.h>

#include "format/detect/detect.h"
#include "formats.h"
#include "support.h"

static void every_format_says_what_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < pdk_formats_count; i++) {
        const pdk_format *format = pdk_formats[i];
        const pdk_format_info *info = &format->info;
        assert_true(info->id != NULL && info->title != NULL && info->basis != NULL && info->extensions != NULL);
        assert_true(format->probe != NULL && format->open != NULL);
        assert_int_equal(info->abilities & (PDK_CAN_READ | PDK_CAN_CHECK), PDK_CAN_READ | PDK_CAN_CHECK);
        /* An ability is there exactly where there is a function for it. */
        assert_int_equal((info->abilities & PDK_CAN_SYNTH) != 0, format->synth != NULL);
        assert_int_equal((info->abilities & PDK_CAN_CUT) != 0, format->cut != NULL);
        assert_int_equal((info->abilities & PDK_CAN_TRACK) != 0, format->track != NULL);
        assert_int_equal((info->abilities & PDK_CAN_REPAIR) != 0, format->repair != NULL);
        for (size_t k = 0; k < i; k++) assert_string_not_equal(info->id, pdk_formats[k]->info.id);
    }
}

/* A format that is written back has layouts, and every record is called by the format or by what it is part of. */
static void every_layout_is_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        bool written = (info->abilities & PDK_CAN_WRITE) != 0 && strcmp(info->id, "packed") != 0;
        if (written && (info->records == NULL || info->records[0] == NULL)) fail_msg("%s: no layouts", info->id);
        for (size_t r = 0; info->records != NULL && info->records[r] != NULL; r++) {
            const pdk_record *record = info->records[r];
            assert_true(strchr(record->name, '.') != NULL);
            if (record->meaning == NULL || record->source == NULL) fail_msg("%s: no meaning or source", record->name);
        }
    }
}

/* Whether fields of a record share some of their bits, where neither is a part of the other. */
static bool bits_cross(const pdk_field *one, const pdk_field *other)
{
    if (one->bits == 0 || other->bits == 0 || one->storage != other->storage || one->offset != other->offset)
        return false;
    unsigned first = one->bit, end = first + one->bits, others = other->bit, others_end = others + other->bits;
    return first < others ? others < end && end < others_end : others < first && first < others_end && others_end < end;
}

/* Fields of bits lie within their number, and none of them partly in another. */
static void assert_bits_fit(const pdk_record *record)
{
    for (size_t i = 0; i < pdk_record_field_count(record); i++) {
        const pdk_field *field = pdk_record_field_at(record, i);
        if (field->bits > 0 && field->bit + field->bits > 8 * pdk_storage_size(field))
            fail_msg("%s.%s has bits that its number does not have", record->name, field->name);
        for (size_t k = 0; k < i && field->offset != PDK_FOLLOWS; k++) {
            const pdk_field *before = pdk_record_field_at(record, k);
            if (bits_cross(field, before)) fail_msg("%s.%s and %s share bits", record->name, before->name, field->name);
        }
    }
}

static void bits_of_layouts_fit(void **state)
{
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_record *const *records = pdk_format_at(i)->records;
        for (; records != NULL && *records != NULL; records++, found++) assert_bits_fit(*records);
    }
    assert_true(found > 50);
}

static bool found_nothing(void *user, const pdk_finding *finding)
{
    (void)user;
    if (finding->severity != PDK_NOTE) fail_msg("%s: %s (%s)", finding->where, finding->message, finding->code);
    return true;
}

/* What is generated opens as its format, is sound, has tables or surfaces or images, and comes back from its twin. */
static void every_dialect_comes_back(void **state)
{
    (void)state;
    const pdk_format_info *list[MAX_FORMATS];
    size_t count = formats_that(PDK_CAN_SYNTH, list);
    for (size_t f = 0; f < count; f++) {
        char names[MAX_DIALECTS][16];
        const char *dialects[MAX_DIALECTS];
        size_t dialect_count = dialects_of(list[f], names, dialects);
        for (size_t d = 0; d < dialect_count; d++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            options.dialect = dialects[d];
            options.seconds = takes_synth_option(list[f], "seconds") ? 2 : 0;
            size_t size;
            uint8_t *data = synth_or_fail(list[f]->id, &options, &size);
            pdk_document *document = open_bytes_or_fail(data, size);
            assert_string_equal(pdk_document_format(document)->id, list[f]->id);
            pdk_error error = { 0 };
            assert_ok(pdk_check(document, PDK_CHECK_FULL, found_nothing, NULL, NULL, &error), error);
            assert_true(pdk_document_table_count(document) + pdk_document_surface_count(document) +
                            pdk_document_image_count(document) >
                        0);
            pdk_output *twin = NULL, *back = NULL;
            assert_ok(pdk_output_memory(&twin, &error), error);
            assert_ok(pdk_output_memory(&back, &error), error);
            assert_ok(pdk_dump(document, NULL, twin, &error), error);
            pdk_bytes text = pdk_output_bytes(twin);
            assert_ok(pdk_build_text(text.data, text.size, NULL, back, &error), error);
            pdk_bytes bytes = pdk_output_bytes(back);
            assert_int_equal(bytes.size, size);
            assert_memory_equal(bytes.data, data, size);
            pdk_output_close(twin);
            pdk_output_close(back);
            pdk_close(document);
            free(data);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_says_what_it_is),
        cmocka_unit_test(every_layout_is_complete),
        cmocka_unit_test(bits_of_layouts_fit),
        cmocka_unit_test(every_dialect_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
