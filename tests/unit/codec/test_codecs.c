/* The codecs together: real files against published digests, gzip, and packed files opened as documents. */
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "digest.h"
#include "pack.h"
#include "unpack.h"

/* ---------------------------------------------------------------------------------------------- real files */

static const struct {
    const char *name, *codec, *variant;
    size_t packed_size, size;
    const char *digest;
} real_files[] = {
    { "AL3.QFS", "refpack", "10FB", 83654, 142032, "7bf9fc7ca8274c77e18f3145cea2c2e20361f7fd5f91b5786b88df5af8a812f1" },
    { "5go.qfs", "refpack", "10FB", 351266, 922000,
      "705b1024552d3a181abca88c158a7253d973b917ee43c32b6683589072402326" },
    { "CIRCUIT.qFS", "refpack", "10FB", 183783, 986712,
      "74db81f10ebf664c91b14d044fdb09eb7faf7e570c902e1a5df0e3834789b094" },
    { "TR000.QFS", "refpack", "10FB", 465341, 1056304,
      "8d678851cf84cf99dd248a88da9cb7bb3c287e4740a9d92e0df6ea40cdf8b50c" },
    { "TR020.QFS", "refpack", "10FB", 514601, 1456752,
      "ccf493fd79995b8a781b588b90586f072fe34346690f51d6458c3d959a394b5c" },
    { "tr060.qfs", "refpack", "10FB", 453954, 1021736,
      "9e3d8becb9700fb92c01de3dee0181674a0d6685200442cd98deeb20fd6a61cd" },
    { "tr060_8.qfs", "refpack", "10FB", 397693, 602808,
      "8ed2327f18d6a10720fb1e982c96d78082a1bb83581bdd62b553502fe297733e" },
    { "tr061.qfs", "refpack", "10FB", 452376, 1021736,
      "3d23c76ab396039fd55848934e7755b91451932208c646272646bb83d3059b72" },
    { "tr061_8.qfs", "refpack", "10FB", 397177, 602808,
      "6fb0cfc4bcbfd35cfc0d272f05f1888d4e88f9a02b69c82c795ded8fc74586c9" },
    { "dealer2a.crp", "refpack", "10FB", 246807, 409600,
      "4de06afb3fb74f793230376499395059fe2c823537b03822472b929dcca4beed" },
    { "AL1.QFS", "huffman", "30FB", 81914, 142986, "fbb6859e7c9f23384da788c923211a57bf9565d3ccce172d33aec5ec527dc304" },
    { "AL2.QFS", "bytepair", "46FB", 86906, 142986,
      "fb8d99169edfcc88390eacb0e305b6306d9e6e28cfe99a5cc2f7e7cf3a756310" },
    { "GTITLE.QFS", "huffman-delta", "32FB", 192268, 308552,
      "cce66db11ff5393764f6ae413ddfd5201e67e7fbf5e92b3175949cdb97bb000b" },
    { "GVERTBST.QFS", "huffman-delta", "32FB", 130131, 328680,
      "16e12fc566839f10f105239e18b6d78b19607621c8b4bf46b97739fdad34530d" },
    { "VERTBST.QFS", "huffman-delta", "32FB", 126428, 327292,
      "2086969580620e93136e3713338f37a8e5b7ebfd2e8a2ef83593fbdd6bd91dd5" },
    { "LOG.QFS", "huffman-delta", "32FB", 24280, 33016,
      "e26b73deba7f0ce8bbdf2fcfe710d52021493f49c53184028e992878cb55ad87" },
    { "ANSX.PBS", "huffman", "30FB", 919, 1912, "2c2bb49eb147abb2ed4f443ad66273dda460ccaa638650b30bc91725e157f7fd" },
    { "LDIABL.PBS", "huffman", "30FB", 880, 1912, "1410af96e3b9ebfbcc6cb3deb9360732032c8986735315441f03e93c7bb9d88f" },
    { "MRX7.PDN", "huffman", "30FB", 250, 460, "b55b63656d2414fe6e31c8e2e1495bf84eb3c751c269f9fd0106fe5ce41b9c87" },
};
enum { REAL_FILES = sizeof real_files / sizeof real_files[0] };

static uint8_t *read_real(size_t i, size_t *size)
{
    char name[64];
    snprintf(name, sizeof name, "nfs/%s", real_files[i].name);
    const char *path = real_file(name);
    return path != NULL ? read_file(path, size) : NULL;
}

static void digests(void **state)
{
    (void)state;
    char hex[PDK_SHA256_HEX];
    size_t done = 0;
    for (size_t i = 0; i < REAL_FILES; i++) {
        size_t size, plain_size = 0;
        uint8_t *packed = read_real(i, &size);
        if (packed == NULL) continue;
        assert_int_equal(size, real_files[i].packed_size);
        pdk_packing packing;
        pdk_error error = { 0 };
        assert_ok(pdk_packing_of(packed, size, &packing, &error), error);
        assert_string_equal(packing.codec, real_files[i].codec);
        assert_string_equal(packing.variant, real_files[i].variant);
        uint8_t *plain = unpack_bytes(packed, size, &plain_size, &error);
        assert_non_null(plain);
        assert_int_equal(plain_size, real_files[i].size);
        digest(plain, plain_size, hex);
        assert_string_equal(hex, real_files[i].digest);
        free(plain);
        free(packed);
        done++;
    }
    if (done == 0) skip();
}

/* Cut and changed real files: the small ones at every byte, the large ones here and there. */
static void real_sweeps(void **state)
{
    (void)state;
    size_t done = 0;
    for (size_t i = 0; i < REAL_FILES; i++) {
        size_t size;
        bool is_sample = strcmp(real_files[i].name, "AL3.QFS") == 0 || strcmp(real_files[i].name, "GTITLE.QFS") == 0 ||
                         strcmp(real_files[i].name, "AL2.QFS") == 0;
        if (real_files[i].packed_size > 1000 && !is_sample) continue;
        uint8_t *packed = read_real(i, &size);
        if (packed == NULL) continue;
        size_t step = size < 1000 ? 1 : size / 60;
        sweep_unpack_cut(packed, size, step);
        if (size < 1000) sweep_unpack_mutation(packed, size, 1);
        free(packed);
        done++;
    }
    if (done == 0) skip();
}

/* Files whose content no reader knows open as `packed`. */
static void real_unknown_content(void **state)
{
    (void)state;
    const char *path = real_file("nfs/ANSX.PBS");
    if (path == NULL) skip();
    pdk_document *document = open_or_fail(path);
    assert_string_equal(pdk_document_packed(document), "huffman");
    assert_string_equal(pdk_document_format(document)->id, "packed");
    assert_true(property_number(document, "unpacked_size") == 1912);
    assert_int_equal(pdk_document_size(document), 919);
    assert_int_equal(pdk_document_content(document).size, 1912);
    pdk_close(document);
}

/* --------------------------------------------------------------------------------------------------- gzip */

static uint8_t *gzip(const void *plain, size_t size, size_t *packed_size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(6);
    assert_non_null(compressor);
    size_t capacity = libdeflate_gzip_compress_bound(compressor, size);
    uint8_t *packed = malloc(capacity);
    assert_non_null(packed);
    *packed_size = libdeflate_gzip_compress(compressor, plain, size, packed, capacity);
    libdeflate_free_compressor(compressor);
    assert_true(*packed_size > 0);
    return packed;
}

static void gzip_good(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 5000, 2000000 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *plain = plain_sample(sizes[i], 5);
        size_t packed_size;
        uint8_t *packed = gzip(plain, sizes[i], &packed_size);
        assert_unpacks(packed, packed_size, plain, sizes[i]);
        free(plain);
        free(packed);
    }
}

/* A header with everything it may have: extra field, name, comment, checksum. */
static void gzip_full_header(void **state)
{
    (void)state;
    size_t packed_size;
    uint8_t *packed = gzip("hello hello hello", 17, &packed_size);
    static const uint8_t options[] = { 2, 0, 'x', 'y', 'a', '.', 'v', 'c', 'r', 0, 'c', 0, 0, 0 };
    uint8_t full[256];
    memcpy(full, packed, 10);
    full[3] = 4 | 8 | 16 | 2;
    memcpy(full + 10, options, sizeof options);
    memcpy(full + 10 + sizeof options, packed + 10, packed_size - 10);
    size_t size = packed_size + sizeof options;
    pdk_packing packing;
    assert_int_equal(pdk_packing_of(full, size, &packing, NULL), PDK_OK);
    assert_int_equal(packing.header_size, 10 + sizeof options);
    assert_int_equal(packing.unpacked_size, 17);
    assert_unpacks(full, size, "hello hello hello", 17);
    assert_unpack_fails(full, 15, PDK_E_TRUNCATED, "gzip.header", 15);
    sweep_unpack_cut(full, size, 1);
    sweep_unpack_mutation(full, size, 1);
    free(packed);
}

/* Files one after the other, and zeros after them, are one file; anything else is said with its size. */
static void gzip_members(void **state)
{
    (void)state;
    enum { MEMBERS = 50 };
    size_t sizes[] = { 0, 0 };
    uint8_t *one = gzip("hello hello hello", 17, &sizes[0]), *other = gzip("hi", 2, &sizes[1]);
    uint8_t *file = calloc(MEMBERS, sizes[0] + sizes[1] + 40);
    char plain[MEMBERS * 17] = "";
    assert_non_null(file);
    size_t size = 0, length = 0;
    for (int i = 0; i < MEMBERS; i++) { /* big after small, small after big */
        bool small = i % 3 == 1;
        memcpy(file + size, small ? other : one, sizes[small]);
        memcpy(plain + length, small ? "hi" : "hello hello hello", small ? 2 : 17);
        size += sizes[small];
        length += small ? 2 : 17;
        for (size_t padding = 0; padding < 40; padding += 13) assert_unpacks(file, size + padding, plain, length);
    }
    file[size + 9] = 'x'; /* padding of zeros, but not only */
    assert_unpack_fails(file, size + 20, PDK_E_CORRUPT, "gzip.trailing", size);
    memcpy(file + size, one, sizes[0]);
    assert_unpack_fails(file, size + sizes[0] - 9, PDK_E_CORRUPT, "gzip.member", size);
    file[size + sizes[0] - 7] ^= 1; /* its checksum */
    assert_unpack_fails(file, size + sizes[0], PDK_E_CORRUPT, "gzip.data", size);
    for (size_t i = 0; i < 3 * sizes[0]; i++) { /* any damage is a reason, or another file */
        size_t plain_size = 0;
        pdk_error error = { 0 };
        file[i] ^= (uint8_t)(1 << i % 8);
        uint8_t *got = unpack_bytes(file, 3 * sizes[0], &plain_size, &error);
        assert_true(got != NULL || (error.code[0] != '\0' && error.offset <= 3 * sizes[0]));
        free(got);
        file[i] ^= (uint8_t)(1 << i % 8);
    }
    free(file);
    free(one);
    free(other);
}

static void gzip_hostile(void **state)
{
    (void)state;
    size_t size;
    uint8_t *packed = gzip("hello hello hello", 17, &size), *longer = malloc(2 * size);
    assert_non_null(longer);
    assert_unpack_fails(packed, 4, PDK_E_TRUNCATED, "gzip.header", 4);
    memcpy(longer, packed, size);
    memset(longer + size, 0, 4);
    longer[size] = 17; /* garbage that looks like the right size */
    assert_unpack_fails(longer, size + 4, PDK_E_CORRUPT, "gzip.trailing", size);
    memcpy(longer, packed, size);
    longer[size - 4] = 16;
    assert_unpack_fails(longer, size, PDK_E_CORRUPT, "gzip.size", size - 4);
    longer[size - 4] = 17;
    longer[size - 5] ^= 1;
    assert_unpack_fails(longer, size, PDK_E_CORRUPT, "gzip.data", 10);
    memcpy(longer, packed, size);
    memset(longer + size - 4, 0xFF, 4); /* 4 GiB from forty bytes: refused before anything is allocated */
    assert_unpack_fails(longer, size, PDK_E_CORRUPT, "gzip.size", 0);
    free(packed);
    free(longer);
}

/* A gzip trailer has the size modulo 4 GiB; here modulo 16, so that the way round it is walked on a small file. */
static void size_modulo(void **state)
{
    (void)state;
    size_t size;
    uint8_t *packed = gzip("hello hello hello", 17, &size);
    pdk_packing packing;
    pdk_codec small = *pdk_codec_of(packed, size, &packing);
    small.modulus = 16;
    packing.unpacked_size = 1;
    pdk_memory memory;
    pdk_memory_init(&memory, NULL, 0);
    pdk_bytes plain;
    pdk_error error = { 0 };
    assert_ok(pdk_codec_unpack(&small, (pdk_bytes){ packed, size }, &packing, &memory, &plain, &error), error);
    assert_int_equal(plain.size, 17);
    assert_memory_equal(plain.data, "hello hello hello", 17);
    packing.unpacked_size = 2; /* 18 is no more right */
    assert_fails(pdk_codec_unpack(&small, (pdk_bytes){ packed, size }, &packing, &memory, &plain, &error), error,
                 PDK_E_CORRUPT, "gzip.size", size - 4);
    assert_int_equal(plain.size, 0);
    pdk_memory_destroy(&memory);
    free(packed);
}

/* ---------------------------------------------------------------------------------------------- documents */

static void unknown_content_opens(void **state)
{
    (void)state;
    uint8_t *plain = plain_sample(3000, 9);
    size_t size;
    uint8_t *packed = pack_refpack(plain, 3000, &size);
    pdk_document *document = open_bytes_or_fail(packed, size);
    assert_string_equal(pdk_document_format(document)->id, "packed");
    assert_string_equal(pdk_document_packed(document), "refpack");
    assert_string_equal(pdk_document_dialect(document), "refpack");
    assert_true(property_number(document, "unpacked_size") == 3000);
    assert_memory_equal(pdk_document_content(document).data, plain, 3000);
    assert_int_equal(pdk_document_table_count(document), 0);
    assert_non_null(strstr(pdk_document_evidence_at(document, 0), "packed with EA RefPack (10FB)"));
    assert_non_null(
        strstr(pdk_document_evidence_at(document, 1), "inside: 3000 bytes of a format that Paddock does not know"));
    assert_null(pdk_document_evidence_at(document, 2));
    pdk_close(document);
    sweep_truncation(packed, size, 97, NULL);
    sweep_mutation(packed, size, 0, 200, 1, NULL);
    sweep_allocation(packed, size);
    free(plain);
    free(packed);
}

static void plain_bytes_are_not_packed(void **state)
{
    (void)state;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    assert_fails(pdk_open_memory("hello", 5, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT,
                 "detect.unknown", 0);
    options.format = "packed";
    assert_fails(pdk_open_memory("hello", 5, &options, &document, &error), error, PDK_E_UNKNOWN_FORMAT, "packed.none",
                 0);
}

/* A known format inside wins over `packed`. */
static void known_content_wins(void **state)
{
    (void)state;
    size_t size, packed_size;
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = 2;
    uint8_t *lap = synth_or_fail("raf", &options, &size);
    static const char *const codecs[] = { "refpack", "huffman", "huffman-delta", "huffman-delta2", "bytepair", "gzip" };
    for (size_t i = 0; i < 6; i++) {
        uint8_t *packed = i == 0   ? pack_refpack(lap, size, &packed_size)
                          : i <= 3 ? pack_huffman((uint8_t)(0x30 + 2 * (i - 1)), lap, size, &packed_size)
                          : i == 4 ? pack_bytepair(lap, size, &packed_size)
                                   : gzip(lap, size, &packed_size);
        pdk_document *document = open_bytes_or_fail(packed, packed_size);
        assert_string_equal(pdk_document_format(document)->id, "raf");
        assert_string_equal(pdk_document_packed(document), codecs[i]);
        assert_int_equal(pdk_document_content(document).size, size);
        read_everything(document);
        pdk_close(document);
        free(packed);
    }
    free(lap);
}

/* With `partial`, what came out before the damage is read, and a finding says where it stopped. */
static void partial(void **state)
{
    (void)state;
    uint8_t *plain = plain_sample(30000, 4);
    for (unsigned i = 0; i < 3; i++) {
        size_t size;
        uint8_t *packed = i == 0   ? pack_refpack(plain, 30000, &size)
                          : i == 1 ? pack_huffman(0x34, plain, 30000, &size)
                                   : pack_bytepair(plain, 30000, &size);
        pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
        pdk_document *document = NULL;
        pdk_error error = { 0 };
        static const char *const codes[] = { "refpack", "huffman", "bytepair" };
        assert_int_equal(pdk_open_memory(packed, size / 2, &options, &document, &error), PDK_E_TRUNCATED);
        assert_int_equal(error.offset, size / 2);
        options.partial = true;
        assert_ok(pdk_open_memory(packed, size / 2, &options, &document, &error), error);
        pdk_bytes content = pdk_document_content(document);
        assert_true(content.size > 10000 && content.size < 20000);
        assert_memory_equal(content.data, plain, content.size);
        assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, error.code), 1);
        assert_memory_equal(error.code, codes[i], strlen(codes[i]));
        pdk_close(document);
        free(packed);
    }
    free(plain);
}

/* Cut so early that what is left cannot hold what the header announces: what there is comes out all the same. */
static void partial_of_little(void **state)
{
    (void)state;
    enum { SIZE = 400000, SHORTEST = 1000, LONGEST = 1500 };
    uint8_t *plain = plain_sample(SIZE, 4);
    memset(plain + 5000, 'x', SIZE - 5000);
    for (unsigned i = 0; i < 3; i++) {
        size_t size, maximum = 0;
        uint8_t *packed = i == 0   ? pack_refpack(plain, SIZE, &size)
                          : i == 1 ? pack_huffman(0x34, plain, SIZE, &size)
                                   : pack_bytepair(plain, SIZE, &size);
        for (size_t cut = SHORTEST; cut < LONGEST; cut++) {
            pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
            pdk_document *document = NULL;
            pdk_error error = { 0 };
            options.partial = true;
            options.format = "packed";
            assert_ok(pdk_open_memory(packed, cut, &options, &document, &error), error);
            pdk_bytes content = pdk_document_content(document);
            assert_true(content.size >= maximum && content.size > SHORTEST);
            assert_memory_equal(content.data, plain, content.size);
            maximum = content.size;
            pdk_close(document);
        }
        free(packed);
    }
    free(plain);
}

static void memory_limit(void **state)
{
    (void)state;
    uint8_t *plain = plain_sample(100000, 4);
    size_t size;
    uint8_t *packed = pack_refpack(plain, 100000, &size);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.limits.memory = 50000;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(packed, size, &options, &document, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    free(plain);
    free(packed);
}

static void arguments(void **state)
{
    (void)state;
    static const char *const ids[] = { "refpack", "huffman", "huffman-delta", "huffman-delta2", "bytepair", "gzip" };
    assert_int_equal(pdk_codec_count(), 6);
    for (size_t i = 0; i < 6; i++) assert_string_equal(pdk_codec_at(i)->id, ids[i]);
    assert_null(pdk_codec_at(6));
    pdk_error error = { 0 };
    pdk_packing packing = { .header_size = 77 };
    assert_fails(pdk_packing_of(NULL, 0, &packing, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_packing_of("plain", 5, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
    assert_fails(pdk_packing_of("plain", 5, &packing, &error), error, PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
    assert_fails(pdk_packing_of("", 0, &packing, &error), error, PDK_E_UNKNOWN_FORMAT, "codec.unknown", 0);
    assert_int_equal(packing.header_size, 77); /* untouched */
    assert_fails(pdk_unpack("plain", 5, NULL, &error), error, PDK_E_ARGUMENT, "argument", PDK_NO_OFFSET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests),
        cmocka_unit_test(real_sweeps),
        cmocka_unit_test(real_unknown_content),
        cmocka_unit_test(gzip_good),
        cmocka_unit_test(gzip_full_header),
        cmocka_unit_test(gzip_members),
        cmocka_unit_test(gzip_hostile),
        cmocka_unit_test(size_modulo),
        cmocka_unit_test(unknown_content_opens),
        cmocka_unit_test(plain_bytes_are_not_packed),
        cmocka_unit_test(known_content_wins),
        cmocka_unit_test(partial),
        cmocka_unit_test(partial_of_little),
        cmocka_unit_test(memory_limit),
        cmocka_unit_test(arguments),
    };
    return cmocka_run_group_tests_name("codecs", tests, NULL, NULL);
}
