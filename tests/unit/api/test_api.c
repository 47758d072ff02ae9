/* The public entry points: arguments, options, allocators, limits, checks; on a generated lap. */
#include <stdlib.h>
#include <string.h>

#include "support.h"

static uint8_t *lap;
static size_t lap_size;

static int make_lap(void **unused)
{
    (void)unused;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 2;
    lap = synth_or_fail("raf", &options, &lap_size);
    return 0;
}

static int free_lap(void **unused)
{
    (void)unused;
    free(lap);
    return 0;
}

static void opening_is_checked(void **unused)
{
    (void)unused;
    pdk_document *document = (pdk_document *)&lap; /* anything: a failure leaves NULL */
    pdk_error error = { 0 };
    assert_fails(pdk_open_file(NULL, NULL, &document, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_null(document);
    assert_fails(pdk_open_memory(lap, lap_size, NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_open_memory(NULL, 5, NULL, &document, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_open_source(NULL, NULL, &document, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    pdk_open_options options = { .partial = true }; /* struct_size forgotten */
    assert_fails(pdk_open_memory(lap, lap_size, &options, &document, &error), error, PDK_E_ARGUMENT, "argument.options",
                 PDK_NO_OFFSET);
    options = (pdk_open_options)PDK_OPEN_OPTIONS_INIT;
    options.format = "nothing";
    assert_fails(pdk_open_memory(lap, lap_size, &options, &document, &error), error, PDK_E_ARGUMENT, "argument.format",
                 PDK_NO_OFFSET);
    assert_int_equal(pdk_open_memory(lap, lap_size, NULL, &document, NULL), PDK_OK); /* the description is not needed */
    pdk_close(document);
    assert_int_equal(pdk_open_memory("??", 2, NULL, &document, NULL), PDK_E_UNKNOWN_FORMAT);
    pdk_close(NULL);
    pdk_trim(NULL);
}

static void forced_format(void **unused)
{
    (void)unused;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.format = "raf";
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(lap, lap_size, &options, &document, &error), error);
    assert_string_equal(pdk_document_evidence_at(document, 0), "read as raf because the caller asked for it");
    assert_true(pdk_document_size(document) == lap_size);
    assert_null(pdk_document_packed(document));
    assert_ptr_equal(pdk_document_content(document).data, lap);
    pdk_close(document);
    assert_fails(pdk_open_memory("LFS", 3, &options, &document, &error), error, PDK_E_CORRUPT, "raf.magic", 0);
}

/* Names and bytes are evidence, and `info` can say which. */
static void detection(void **unused)
{
    (void)unused;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.name = "/some/where/else.vcr"; /* the bytes win over the name */
    assert_ok(pdk_open_memory(lap, lap_size, &options, &document, &error), error);
    assert_string_equal(pdk_document_format(document)->id, "raf");
    assert_non_null(strstr(pdk_document_evidence_at(document, 0), "LFSRAF"));
    pdk_close(document);
    options.name = "lap.RAF"; /* a name alone proves nothing, but is reported */
    assert_fails(pdk_open_memory("garbage!", 8, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.doubtful", 0);
    assert_non_null(strstr(error.message, "67 61 72 62 61 67 65 21"));
    assert_non_null(strstr(error.message, "LFSRAF is missing"));
    options.name = "no extension";
    assert_fails(pdk_open_memory("garbage!", 8, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.unknown", 0);
    options.name = "ends.in.a.very.very.very.long-extension-that-is-none";
    assert_fails(pdk_open_memory("garbage!", 8, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.unknown", 0);
    static const uint8_t zeros[4096];
    assert_fails(pdk_open_memory(zeros, sizeof zeros, NULL, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.unknown", 0);
}

/* Every format says enough about itself, and opens only its own files. */
static void formats_describe_themselves(void **unused)
{
    (void)unused;
    assert_true(pdk_format_count() > 0);
    assert_null(pdk_format_at(pdk_format_count()));
    assert_null(pdk_format_find("nothing"));
    assert_null(pdk_format_find(NULL));
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        assert_ptr_equal(pdk_format_find(info->id), info);
        assert_true(info->title[0] != '\0' && info->extensions[0] == '.' && info->basis[0] != '\0');
        assert_true((info->abilities & PDK_CAN_READ) != 0);
        for (const pdk_record *const *record = info->records; record != NULL && *record != NULL; record++) {
            if (strchr(pdk_record_name(*record), '.') == NULL)
                fail_msg("the record %s does not say whose it is", pdk_record_name(*record));
        }
        if ((info->abilities & PDK_CAN_SYNTH) == 0) continue;
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.seconds = 1;
        size_t size, again_size;
        uint8_t *bytes = synth_or_fail(info->id, &options, &size),
                *again = synth_or_fail(info->id, &options, &again_size);
        assert_int_equal(size, again_size); /* the same seed, the same file */
        assert_memory_equal(bytes, again, size);
        pdk_document *document = open_bytes_or_fail(bytes, size);
        if (strcmp(pdk_document_format(document)->id, info->id) != 0) {
            fail_msg("a generated %s file is read as %s", info->id, pdk_document_format(document)->id);
        }
        read_everything(document);
        pdk_close(document);
        free(bytes);
        free(again);
    }
}

static void codecs_describe_themselves(void **unused)
{
    (void)unused;
    assert_true(pdk_codec_count() > 0);
    assert_null(pdk_codec_at(pdk_codec_count()));
    for (size_t i = 0; i < pdk_codec_count(); i++) {
        assert_true(pdk_codec_at(i)->id[0] != '\0' && pdk_codec_at(i)->title[0] != '\0');
    }
    pdk_packing packing;
    pdk_error error = { 0 };
    assert_fails(pdk_packing_of(NULL, 1, &packing, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_packing_of(lap, lap_size, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_packing_of(lap, lap_size, &packing, &error), error, PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
    assert_fails(pdk_unpack(lap, lap_size, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
}

static void allocation_sweep(void **unused)
{
    (void)unused;
    assert_true(sweep_allocation(lap, lap_size) > 10);
}

static void memory_limit(void **unused)
{
    (void)unused;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    options.limits.memory = 1000;
    assert_fails(pdk_open_memory(lap, lap_size, &options, &document, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    options.limits.memory = 1 << 20;
    assert_ok(pdk_open_memory(lap, lap_size, &options, &document, &error), error);
    pdk_close(document);
}

typedef struct collected {
    uint64_t seen, stop_at;
} collected;

static bool collect(void *user, const pdk_finding *finding)
{
    collected *all = user;
    assert_true(finding->code[0] != '\0' && finding->message[0] != '\0' && finding->where != NULL);
    return ++all->seen != all->stop_at;
}

/* A lap whose every block has an impossible pedal. */
static void checking(void **unused)
{
    (void)unused;
    uint8_t *bad = malloc(lap_size);
    assert_non_null(bad);
    memcpy(bad, lap, lap_size);
    const uint32_t blocks = (uint32_t)(bad[20] | bad[21] << 8), header = (uint32_t)(bad[12] | bad[13] << 8),
                   stride = (uint32_t)(bad[14] | bad[15] << 8);
    for (uint32_t i = 0; i < blocks; i++) memcpy(bad + header + (size_t)i * stride, "\x00\x00\xC0\x7F", 4); /* NaN */
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.findings = 5;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(bad, lap_size, &options, &document, &error), error);
    collected all = { 0 };
    uint64_t total = 0;
    assert_ok(pdk_check(document, PDK_CHECK_STRUCTURE, collect, &all, &total, &error), error);
    assert_true(all.seen == 0 && total == 0);
    assert_ok(pdk_check(document, PDK_CHECK_FULL, collect, &all, &total, &error), error);
    assert_true(all.seen == 5 && total >= blocks); /* reported to the limit, counted beyond */
    all = (collected){ .stop_at = 2 };
    assert_ok(pdk_check(document, PDK_CHECK_FULL, collect, &all, &total, &error), error);
    assert_true(all.seen == 2);
    assert_ok(pdk_check(document, PDK_CHECK_FULL, NULL, NULL, &total, &error), error);
    assert_true(total >= blocks);
    assert_fails(pdk_check(NULL, PDK_CHECK_FULL, NULL, NULL, &total, &error), error, PDK_E_ARGUMENT, "argument",
                 PDK_NO_OFFSET);
    pdk_close(document);
    free(bad);
}

static void synth_is_checked(void **unused)
{
    (void)unused;
    pdk_output *output = output_or_fail();
    pdk_error error = { 0 };
    assert_fails(pdk_synth(NULL, NULL, output, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_synth("raf", NULL, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_synth("nothing", NULL, output, &error), error, PDK_E_ARGUMENT, "argument.format", PDK_NO_OFFSET);
    pdk_synth_options options = { .seed = 1 };
    assert_fails(pdk_synth("raf", &options, output, &error), error, PDK_E_ARGUMENT, "argument.options", PDK_NO_OFFSET);
    pdk_output_close(output);
}

static void parts_are_said(void **unused)
{
    (void)unused;
    pdk_part_info info = { .id = "as before" };
    assert_true(pdk_part_count() >= 2);
    assert_false(pdk_part_at(pdk_part_count(), &info));
    assert_false(pdk_part_at(0, NULL));
    assert_string_equal(info.id, "as before");
    for (size_t i = 0; i < pdk_part_count(); i++) {
        assert_true(pdk_part_at(i, &info));
        assert_true(info.id[0] != '\0' && info.library[0] != '\0' && info.gives[0] != '\0');
    }
}

static void allocators_are_whole(void **unused)
{
    (void)unused;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT; /* all NULL: libc */
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_ok(pdk_open_memory(lap, lap_size, &options, &document, &error), error);
    read_everything(document);
    pdk_close(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_is_checked),
        cmocka_unit_test(forced_format),
        cmocka_unit_test(detection),
        cmocka_unit_test(formats_describe_themselves),
        cmocka_unit_test(codecs_describe_themselves),
        cmocka_unit_test(allocation_sweep),
        cmocka_unit_test(memory_limit),
        cmocka_unit_test(checking),
        cmocka_unit_test(synth_is_checked),
        cmocka_unit_test(parts_are_said),
        cmocka_unit_test(allocators_are_whole),
    };
    return cmocka_run_group_tests_name("api", tests, make_lap, free_lap);
}
