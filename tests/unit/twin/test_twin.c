/* A file as text and back: the same bytes, for every format there is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "twin.h"

static const char *const real_names[] = {
    "raf/test1.raf",
    "raf/dataelephant_lap1.raf",
    "raf/dataelephant_lap2.raf",
    "raf/dataelephant_lap3.raf",
    "raf/dataelephant_lap4.raf",
    "rld/sample.rld",
    "rld/belgian_block.rld",
    "rply/v11_origwriter.rpl",
    "rply/v21_synth_interval.rpl",
    "nfs/AL1.TRI",
    "nfs/TR1.TRI",
    "nfs/5go.qfs",
    "nfs/AL1.FSH",
    "nfs/AL1.QFS",
    "nfs/AL1_001.FAM",
    "nfs/AL2.QFS",
    "nfs/AL3.QFS",
    "nfs/ANSX.PBS",
    "nfs/CIRCUIT.qFS",
    "nfs/GRAPHICS.FSH",
    "nfs/GTITLE.FSH",
    "nfs/GTITLE.QFS",
    "nfs/JEEP.CFM",
    "nfs/MRX7.PDN",
    "nfs/TR000.QFS",
};

static void real_files_come_back(void **unused)
{
    (void)unused;
    size_t tried = 0;
    for (size_t i = 0; i < sizeof real_names / sizeof real_names[0]; i++) {
        const char *path = real_file(real_names[i]);
        if (path == NULL) continue;
        size_t size, text;
        uint8_t *data = read_file(path, &size);
        text = assert_comes_back(data, size, real_names[i]);
        print_message("%s: %zu bytes, %zu of text\n", real_names[i], size, text);
        free(data);
        tried++;
    }
    if (tried == 0) skip();
}

/* Packed and cut: what can be saved is what is compared, so the cut file comes back as it is. */
static void cut_packed_files_come_back(void **unused)
{
    (void)unused;
    const char *path = real_file("nfs/AL1.QFS");
    if (path == NULL) skip();
    size_t size;
    uint8_t *data = read_file(path, &size);
    assert_true(size > 50000);
    assert_comes_back(data, 50000, "AL1.QFS");
    free(data);
}

/* A gzip file that was cut, too, is written as it was, not packed again. */
static void cut_replay_comes_back(void **state)
{
    (void)state;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 2;
    options.gzip = true;
    size_t size;
    uint8_t *data = synth_or_fail("vcr", &options, &size);
    assert_comes_back(data, size / 2, "cut.vcr");
    free(data);
}

static void generated_files_come_back(void **unused)
{
    (void)unused;
    static const char *const dialects[] = { NULL, "r1", "r2", "l", "1.1", "2.1", "open", "closed" };
    for (size_t i = 0; i < pdk_format_count(); i++) {
        const pdk_format_info *info = pdk_format_at(i);
        if ((info->abilities & PDK_CAN_SYNTH) == 0) continue;
        size_t made = 0;
        for (size_t k = 0; k < sizeof dialects / sizeof dialects[0]; k++) {
            pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
            options.dialect = dialects[k];
            options.seconds = 8;
            options.points = 400;
            pdk_output *output = output_or_fail();
            pdk_error error = { 0 };
            if (pdk_synth(info->id, &options, output, &error) == PDK_OK) {
                pdk_bytes bytes = pdk_output_bytes(output);
                char name[64];
                snprintf(name, sizeof name, "generated.%s %s", info->id, dialects[k] != NULL ? dialects[k] : "");
                assert_comes_back(bytes.data, bytes.size, name);
                made++;
            }
            pdk_output_close(output);
        }
        assert_true(made > 0);
    }
}

/* Blocks with room that no field knows, before and after the wheels: later versions may have grown them. */
static void room_between_fields_comes_back(void **unused)
{
    (void)unused;
    enum { MORE = 10 };
    size_t size;
    uint8_t *data = synth_or_fail("raf", NULL, &size);
    size_t header = data[12] | (size_t)data[13] << 8, block = data[14] | (size_t)data[15] << 8;
    size_t count = (size - header) / block, wide = header + count * (block + MORE);
    uint8_t *grown = malloc(wide);
    assert_non_null(grown);
    memcpy(grown, data, header);
    grown[14] = (uint8_t)(block + MORE);
    grown[15] = (uint8_t)((block + MORE) >> 8);
    for (size_t i = 0; i < count; i++) {
        memcpy(grown + header + i * (block + MORE), data + header + i * block, block);
        memset(grown + header + i * (block + MORE) + block, (int)(i % 255), MORE);
    }
    assert_comes_back(grown, wide, "wide.raf");
    pdk_document *document = open_bytes_or_fail(grown, wide);
    size_t text_size;
    char *text = dump_or_fail(document, &text_size);
    char name[32];
    snprintf(name, sizeof name, "\"bytes_%zu\"", block);
    assert_non_null(strstr(text, name));
    free(text);
    pdk_close(document);
    free(grown);
    free(data);
}

/* ---------------------------------------------------------------------------------------------------- walks */

typedef struct walked {
    uint64_t at, plain; /* bytes handed out, and those without a record */
    uint64_t stop_after;
} walked;

static bool follow(void *user, const pdk_span *span)
{
    walked *all = user;
    assert_int_equal(span->offset, all->at); /* every byte once, in order */
    assert_true(span->size > 0 && span->count > 0);
    if (span->record != NULL && span->record->size != 0) {
        assert_int_equal(span->size, span->count * span->record->size);
    } else {
        assert_int_equal(span->count, 1);
    }
    all->at += span->size;
    if (span->record == NULL) all->plain += span->size;
    return all->stop_after == 0 || all->at < all->stop_after;
}

static walked walk_over(const pdk_document *document, uint64_t stop_after)
{
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    walked all = { .stop_after = stop_after };
    pdk_error error = { 0 };
    assert_ok(pdk_document_walk(document, &memory, follow, &all, &error), error);
    pdk_memory_destroy(&memory);
    return all;
}

/* A walk that lost its way would still be lossless, as plain bytes. So: how much is plain? */
static void walks_know_what_they_see(void **unused)
{
    (void)unused;
    static const struct {
        const char *format, *dialect;
        uint64_t plain; /* bytes that may be, of 1000 */
    } cases[] = {
        { "raf", NULL, 0 },      { "rld", NULL, 0 }, { "rply", "1.1", 1 }, { "rply", "2.1", 1 },
        { "vcr", "r1", 5 },      { "vcr", "r2", 5 }, { "vcr", "l", 10 },   { "tri", "open", 20 },
        { "tri", "closed", 20 }, { "pth", NULL, 0 }, { "smx", NULL, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
        options.dialect = cases[i].dialect;
        options.seconds = 30;
        size_t size;
        uint8_t *data = synth_or_fail(cases[i].format, &options, &size);
        pdk_document *document = open_bytes_or_fail(data, size);
        walked all = walk_over(document, 0);
        assert_int_equal(all.at, size);
        if (all.plain * 1000 > cases[i].plain * size) {
            fail_msg("%s %s: %llu of %zu bytes are plain", cases[i].format,
                     cases[i].dialect != NULL ? cases[i].dialect : "", (unsigned long long)all.plain, size);
        }
        assert_true(walk_over(document, 1).at < size); /* stopping is obeyed */
        pdk_close(document);
        free(data);
    }
}

/* Floats that are no numbers, the smallest and the largest; text that is none: the same bits come back. */
static void odd_values_come_back(void **unused)
{
    (void)unused;
    static const uint32_t odd[] = { 0x7FC00000, 0xFFC00001, 0x7F800000, 0xFF800000, 0x7F800001,
                                    0x00000001, 0x807FFFFF, 0x80000000, 0x7F7FFFFF, 0x3DCCCCCD };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 2;
    size_t size;
    uint8_t *data = synth_or_fail("raf", &options, &size);
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) memcpy(data + 1024 + i * 192 + 24, &odd[i], 4);
    for (size_t i = 0; i < 32; i++) data[32 + i] = (uint8_t)(0x80 + i); /* the player: no UTF-8 */
    data[64] = 'a';                                                     /* the car: something after its end */
    data[65] = 0;
    data[66] = 'b';
    assert_comes_back(data, size, "odd.raf");
    free(data);
    options.dialect = "r2";
    data = synth_or_fail("vcr", &options, &size);
    uint8_t *name = NULL;
    for (size_t i = 0; i + 8 < size && name == NULL; i++) {
        if (memcmp(data + i, "A. Varga", 8) == 0) name = data + i;
    }
    assert_non_null(name);
    name[1] = 0xE9; /* Windows-1252 */
    assert_comes_back(data, size, "unclean.vcr");
    free(data);
}

/* Very many zeros: what dump counts of them is never more than build takes, and the rest is written out. */
static void very_many_zeros_come_back(void **unused)
{
    (void)unused;
    enum { ZEROS = 80 << 20 };
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.points = 9;
    size_t size;
    uint8_t *data = synth_or_fail("rld", &options, &size), *longer = calloc(1, size + ZEROS);
    assert_non_null(longer);
    memcpy(longer, data, size);
    size_t text = assert_comes_back(longer, size + ZEROS, "long.rld");
    assert_true(text > 2 * 65536 && text < 1000000);
    free(longer);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files_come_back),           cmocka_unit_test(cut_packed_files_come_back),
        cmocka_unit_test(cut_replay_comes_back),          cmocka_unit_test(generated_files_come_back),
        cmocka_unit_test(room_between_fields_comes_back), cmocka_unit_test(walks_know_what_they_see),
        cmocka_unit_test(odd_values_come_back),           cmocka_unit_test(very_many_zeros_come_back),
    };
    return cmocka_run_group_tests_name("twin", tests, NULL, NULL);
}
