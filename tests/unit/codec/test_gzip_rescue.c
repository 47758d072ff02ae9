/* gzip files that are cut or damaged: what comes out with `partial`, and what is said about it. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "codec/gzip/inflate_rescue.h"
#include "pack.h"
#include "support.h"

enum { HEADER = 10 };

typedef struct sample {
    uint8_t *plain, *packed;
    size_t plain_size, packed_size;
} sample;

/* A replay as the games pack it. */
static sample make_replay(double seconds)
{
    pdk_synth_options options = PDK_SYNTH_OPTIONS_INIT;
    options.seconds = seconds;
    options.cars = 2;
    sample made;
    made.plain = synth_or_fail("vcr", &options, &made.plain_size);
    options.gzip = true;
    made.packed = synth_or_fail("vcr", &options, &made.packed_size);
    return made;
}

static void free_sample(sample *made)
{
    free(made->plain);
    free(made->packed);
}

/* Opens a copy of exactly `size` bytes, which `options` say how, and gives NULL where it does not open. */
static pdk_document *open_part(const void *bytes, size_t size, bool partial, uint8_t **copy, pdk_error *error)
{
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = partial;
    options.format = "packed"; /* whatever is inside */
    *copy = malloc(size > 0 ? size : 1);
    assert_non_null(*copy);
    memcpy(*copy, bytes, size);
    pdk_document *document = NULL;
    pdk_open_memory(*copy, size, &options, &document, error);
    return document;
}

static void every_truncation(void **state)
{
    (void)state;
    sample replay = make_replay(1);
    size_t maximum = 0;
    for (size_t size = 4; size < replay.packed_size; size++) {
        pdk_error error = { 0 };
        uint8_t *copy;
        assert_null(open_part(replay.packed, size, false, &copy, &error));
        free(copy);
        pdk_document *document = open_part(replay.packed, size, true, &copy, &error);
        if (document == NULL) {
            assert_int_equal(maximum, 0); /* nothing has come out of less */
            assert_true(error.status == PDK_E_TRUNCATED || error.status == PDK_E_CORRUPT);
        } else {
            pdk_bytes content = pdk_document_content(document);
            assert_true(content.size >= maximum && content.size <= replay.plain_size);
            assert_memory_equal(content.data, replay.plain, content.size);
            assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "gzip.truncated"), 1);
            maximum = content.size;
        }
        pdk_close(document);
        free(copy);
    }
    assert_int_equal(maximum, replay.plain_size); /* without its last byte it is all there */
    free_sample(&replay);
}

static void every_flip(void **state)
{
    (void)state;
    sample replay = make_replay(0.5);
    for (size_t i = 3; i < replay.packed_size; i++) {
        replay.packed[i] ^= (uint8_t)(1u << (i & 7));
        pdk_error error = { 0 };
        uint8_t *copy;
        pdk_document *document = open_part(replay.packed, replay.packed_size, true, &copy, &error);
        if (document != NULL) {
            assert_true(pdk_document_content(document).size <= replay.packed_size * 1032);
            read_everything(document);
        }
        pdk_close(document);
        free(copy);
        replay.packed[i] ^= (uint8_t)(1u << (i & 7));
    }
    free_sample(&replay);
}

/* A flip in the middle: what is well before it is there, and the reader of the format gets it. */
static void rows_before_damage(void **state)
{
    (void)state;
    sample replay = make_replay(10);
    for (size_t i = 0; i < 64; i++) replay.packed[replay.packed_size / 2 + i] ^= 0xFF;
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    assert_fails(pdk_open_memory(replay.packed, replay.packed_size, &options, &document, &error), error, PDK_E_CORRUPT,
                 "gzip.data", HEADER);
    options.partial = true;
    assert_ok(pdk_open_memory(replay.packed, replay.packed_size, &options, &document, &error), error);
    assert_string_equal(pdk_document_format(document)->id, "vcr");
    pdk_document *whole = open_bytes_or_fail(replay.plain, replay.plain_size);
    size_t some, all;
    double *part = column_f64(document, "poses", "x", &some), *full = column_f64(whole, "poses", "x", &all);
    assert_true(some > all / 4 && some < all);
    assert_memory_equal(part, full, all / 4 * sizeof *part);
    assert_int_equal(count_findings(document, PDK_CHECK_STRUCTURE, "gzip.data") +
                         count_findings(document, PDK_CHECK_STRUCTURE, "gzip.checksum"),
                     1);
    free(part);
    free(full);
    pdk_close(document);
    pdk_close(whole);
    free_sample(&replay);
}

typedef struct said {
    const char *code;
    pdk_finding finding;
    char message[256];
} said;

static bool remember(void *user, const pdk_finding *finding)
{
    said *all = user;
    if (strcmp(finding->code, all->code) != 0) return true;
    all->finding = *finding;
    strncpy(all->message, finding->message, sizeof all->message - 1);
    return false;
}

static void assert_says(const void *bytes, size_t size, const char *plain, const char *code, const char *message)
{
    pdk_error error = { 0 };
    uint8_t *copy;
    pdk_document *document = open_part(bytes, size, true, &copy, &error);
    assert_non_null(document);
    assert_int_equal(pdk_document_content(document).size, strlen(plain));
    assert_memory_equal(pdk_document_content(document).data, plain, strlen(plain));
    said all = { .code = code };
    assert_ok(pdk_check(document, PDK_CHECK_STRUCTURE, remember, &all, NULL, &error), error);
    assert_int_equal(all.finding.severity, PDK_ERROR);
    assert_int_equal(all.finding.offset, strlen(plain));
    assert_string_equal(all.message, message);
    pdk_close(document);
    free(copy);
}

/* Each way a file can be wrong. "abc" stored as it is: 10 bytes of header, 1 of the block's head, 4 of its length,
 * 3, 8. */
static void what_is_said(void **state)
{
    (void)state;
    uint8_t file[64] = { 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0xFC, 0xFF, 'a', 'b', 'c' };
    enum { AT = 18, SIZE = 26 };
    uint32_t check = libdeflate_crc32(0, "abc", 3);
    for (unsigned i = 0; i < 4; i++) file[AT + i] = (uint8_t)(check >> (8 * i));
    file[AT + 4] = 3;
    pdk_document *sound = open_bytes_or_fail(file, SIZE);
    assert_int_equal(pdk_document_content(sound).size, 3);
    pdk_close(sound);

    assert_says(
        file, 17, "ab", "gzip.truncated",
        "unpacking stopped at byte 17 of the packed file, after 2 bytes of content: the file ends inside its gzip "
        "stream");
    assert_says(file, SIZE - 1, "abc", "gzip.truncated",
                "unpacking stopped at byte 25 of the packed file, after 3 bytes of content: "
                "the stream is complete, but the file ends before its checksum");
    file[SIZE] = 1; /* zeros alone are padding */
    assert_says(file, SIZE + 2, "abc", "gzip.trailing",
                "unpacking stopped at byte 26 of the packed file, after 3 bytes of content: "
                "2 bytes that are not gzip follow the stream");
    file[SIZE] = 0;
    file[AT + 4] = 2;
    assert_says(file, SIZE, "abc", "gzip.size",
                "unpacking stopped at byte 22 of the packed file, after 3 bytes of content: "
                "the trailer says 2 bytes, but the stream holds 3");
    file[AT] ^= 1;
    assert_says(
        file, SIZE, "abc", "gzip.checksum",
        "unpacking stopped at byte 18 of the packed file, after 3 bytes of content: "
        "all of the stream unpacks, but it does not match its checksum: some of it is wrong, and nothing shows which "
        "part");
    file[10] = 0; /* not the last block, and the trailer is none */
    assert_says(file, SIZE, "abc", "gzip.data",
                "unpacking stopped at byte 18 of the packed file, after 3 bytes of content: "
                "the data from here on are not deflate; the damage may be some bytes earlier");
}

/* A name that is cut, a header with nothing after it, a stream that gives nothing: the error stays. */
static void nothing_to_rescue(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[14];
        size_t size;
        pdk_status status;
        const char *code;
        uint64_t offset;
    } files[] = {
        { { 0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 0, 'a', 'b' }, 12, PDK_E_TRUNCATED, "gzip.header", 12 },
        { { 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0 }, 10, PDK_E_TRUNCATED, "gzip.header", 10 },
        { { 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 7 }, 11, PDK_E_TRUNCATED, "gzip.header", 11 },
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        pdk_error error = { 0 };
        uint8_t *copy;
        assert_null(open_part(files[i].bytes, files[i].size, true, &copy, &error));
        assert_fails(error.status, error, files[i].status, files[i].code, files[i].offset);
        free(copy);
    }
}

/* The size a cut file seems to announce is any number: only what really comes out counts against the limit. */
static void within_the_limit(void **state)
{
    (void)state;
    size_t size = 3000000, packed_size;
    uint8_t *plain = calloc(1, size);
    assert_non_null(plain);
    for (size_t i = 0; i < size; i++) plain[i] = (uint8_t)(i / 100);
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(6);
    uint8_t *packed = malloc(libdeflate_gzip_compress_bound(compressor, size));
    assert_non_null(packed);
    packed_size = libdeflate_gzip_compress(compressor, plain, size, packed, size) / 2;
    libdeflate_free_compressor(compressor);
    uint32_t announced = 5000000; /* believable for that many packed bytes */
    for (unsigned i = 0; i < 4; i++) packed[packed_size - 4 + i] = (uint8_t)(announced >> (8 * i));
    assert_true(announced < packed_size * 1032);
    pdk_open_options options = PDK_OPEN_OPTIONS_INIT;
    options.partial = true;
    pdk_document *document = NULL;
    pdk_error error = { 0 };
    options.limits.memory = 4000000;
    assert_ok(pdk_open_memory(packed, packed_size, &options, &document, &error), error);
    pdk_bytes content = pdk_document_content(document);
    assert_true(content.size > size / 3 && content.size < size);
    assert_memory_equal(content.data, plain, content.size / 2);
    pdk_close(document);
    options.limits.memory = 500000;
    assert_fails(pdk_open_memory(packed, packed_size, &options, &document, &error), error, PDK_E_LIMIT, "memory.limit",
                 PDK_NO_OFFSET);
    free(plain);
    free(packed);
}

/* Sound streams of every level and kind give what libdeflate gives, and a room too small is not left. */
static void like_libdeflate(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 300, 70000, 500000 };
    for (int level = 0; level <= 12; level++) {
        struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
        assert_non_null(compressor);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            size_t size = sizes[i], capacity = libdeflate_deflate_compress_bound(compressor, size);
            uint8_t *plain = plain_sample(size, (unsigned)i), *packed = malloc(capacity),
                    *back = malloc(size > 0 ? size : 1);
            assert_true(packed != NULL && back != NULL);
            size_t packed_size = libdeflate_deflate_compress(compressor, plain, size, packed, capacity);
            pdk_inflated counted = pdk_inflate_rescue(packed, packed_size, NULL, 0);
            assert_int_equal(counted.end, PDK_INFLATE_COMPLETE);
            assert_int_equal(counted.written, size);
            assert_int_equal(counted.used, packed_size);
            pdk_inflated made = pdk_inflate_rescue(packed, packed_size, back, size);
            assert_int_equal(made.end, PDK_INFLATE_COMPLETE);
            assert_memory_equal(back, plain, size);
            uint8_t *small = malloc(size / 2 + 1);
            assert_non_null(small);
            made = pdk_inflate_rescue(packed, packed_size, small, size / 2);
            assert_true(made.written <= size / 2 && (size < 2 || made.end == PDK_INFLATE_DAMAGED));
            assert_memory_equal(small, plain, made.written);
            free(small);
            free(plain);
            free(packed);
            free(back);
        }
        libdeflate_free_compressor(compressor);
    }
}

/* Data that repeat from every distance that a code begins or ends with, and for every length. */
static void every_distance_and_length(void **state)
{
    (void)state;
    enum { FARTHEST = 32768, LONGEST = 258, SIZE = FARTHEST + 2 * LONGEST };
    uint8_t *plain = malloc(SIZE), *packed = malloc(2 * SIZE), *back = malloc(SIZE);
    assert_true(plain != NULL && packed != NULL && back != NULL);
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(9);
    assert_non_null(compressor);
    size_t length = 3;
    for (size_t power = 1; power <= FARTHEST; power *= 2) {
        for (int i = 0; i < 6; i++) { /* about each power of two, and half way to the next */
            size_t distance = (i < 3 ? power : power + power / 2) + (size_t)(i % 3) - 1;
            if (distance < 1 || distance > FARTHEST) continue;
            uint64_t random = distance;
            for (size_t at = 0; at < distance; at++) {
                random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
                plain[at] = (uint8_t)(random >> 40);
            }
            size_t size = distance + length;
            for (size_t at = distance; at < size; at++) plain[at] = plain[at - distance];
            length = length < LONGEST ? length + 3 : 3;
            size_t packed_size = libdeflate_deflate_compress(compressor, plain, size, packed, (size_t)2 * SIZE);
            pdk_inflated made = pdk_inflate_rescue(packed, packed_size, back, size);
            assert_int_equal(made.end, PDK_INFLATE_COMPLETE);
            assert_int_equal(made.written, size);
            assert_memory_equal(back, plain, size);
        }
    }
    libdeflate_free_compressor(compressor);
    free(plain);
    free(packed);
    free(back);
}

/* Blocks no packer makes, each with what comes out before the trouble. Bits are written first to last. */
static size_t put_bits(uint8_t *to, const char *text)
{
    size_t at = 0;
    for (; *text != '\0'; text++) {
        if (*text == ' ') continue;
        if (at % 8 == 0) to[at / 8] = 0;
        if (*text == '1') to[at / 8] |= (uint8_t)(1u << (at % 8));
        at++;
    }
    return (at + 7) / 8;
}

/* Codes of the block: 18 in one bit, 1 and 2 in two. 97 zeros, one bit for 'a', 158 zeros, two bits for the end and for
 * 3 bytes; then those of the distances. */
#define OWN_CODES(distances)                                                                                 \
    "1 01 10000 " distances " 0111 000 000 100 000 000 000 000 000 000 000 000 000 000 000 000 010 000 010 " \
    "0 0110101 10 0 1111111 0 1001000 11 11 "

static void odd_blocks(void **state)
{
    (void)state;
    static const struct {
        const char *bits;
        pdk_inflate_end end;
        uint64_t written;
    } blocks[] = {
        { "1 11", PDK_INFLATE_DAMAGED, 0 },                                    /* the kind there is none of */
        { "1 10 0000000", PDK_INFLATE_COMPLETE, 0 },                           /* fixed codes, nothing */
        { "1 10 00110000 00110001 0000000", PDK_INFLATE_COMPLETE, 2 },         /* two literals */
        { "1 10 00110000 0000001 00001 0000000", PDK_INFLATE_DAMAGED, 1 },     /* from before the start */
        { "1 10 00110000 0000001 00000 0000000", PDK_INFLATE_COMPLETE, 4 },    /* 3 from 1 back */
        { "1 10 00110000 11000110 00000 0000000", PDK_INFLATE_COMPLETE, 259 }, /* symbol 286, as 258 */
        { "1 10 00110000 0000001", PDK_INFLATE_CUT, 4 },                       /* zeros to the byte: 3 from 1 back */
        { "1 01 00000 00000 1111 100 100 100 100", PDK_INFLATE_CUT, 0 },       /* lengths that are cut */
        { "1 01 00000 00000 0000 100 100 100 100 00000000", PDK_INFLATE_DAMAGED, 0 }, /* four codes of one bit */
        { "1 01 00000 00000 0000 100 000 000 100 1 00", PDK_INFLATE_DAMAGED, 0 },     /* repeats what is not there */
        { OWN_CODES("00000") "10 0 11 0 10", PDK_INFLATE_COMPLETE, 4 },               /* one distance, in one bit */
        { OWN_CODES("00000") "10 0 11 1 10", PDK_INFLATE_COMPLETE, 4 },               /* which may be either */
        { OWN_CODES("00000") "11 0 11 00 10", PDK_INFLATE_DAMAGED, 0 },      /* in two bits: three codes are missing */
        { OWN_CODES("10000") "11 11 0 11 00 10", PDK_INFLATE_DAMAGED, 0 },   /* two in two bits each: two are missing */
        { OWN_CODES("10000") "10 10 0 11 0 10", PDK_INFLATE_COMPLETE, 4 },   /* two in one bit each */
        { OWN_CODES("01010") "0 0000000 0 10", PDK_INFLATE_COMPLETE, 1 },    /* eleven that do not occur */
        { OWN_CODES("01000") "10 10 10 0 11 0 10", PDK_INFLATE_DAMAGED, 0 }, /* three in one bit each */
    };
    struct libdeflate_decompressor *other = libdeflate_alloc_decompressor();
    assert_non_null(other);
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        uint8_t bytes[32];
        size_t size = put_bits(bytes, blocks[i].bits);
        uint8_t *exact = malloc(size);
        assert_non_null(exact);
        memcpy(exact, bytes, size);
        pdk_inflated found = pdk_inflate_rescue(exact, size, NULL, 0);
        if (found.end != blocks[i].end || found.written != blocks[i].written) print_message("block %zu\n", i);
        assert_int_equal(found.end, blocks[i].end);
        assert_int_equal(found.written, blocks[i].written);
        assert_true(found.used <= size);
        uint8_t plain[512];
        size_t plain_size = 0;
        bool sound = libdeflate_deflate_decompress(other, exact, size, plain, sizeof plain, &plain_size) == 0;
        if (sound != (found.end == PDK_INFLATE_COMPLETE)) fail_msg("libdeflate judges block %zu otherwise", i);
        if (sound) assert_int_equal(plain_size, found.written);
        free(exact);
    }
    libdeflate_free_decompressor(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncation),          cmocka_unit_test(every_flip),
        cmocka_unit_test(rows_before_damage),        cmocka_unit_test(what_is_said),
        cmocka_unit_test(nothing_to_rescue),         cmocka_unit_test(within_the_limit),
        cmocka_unit_test(like_libdeflate),           cmocka_unit_test(odd_blocks),
        cmocka_unit_test(every_distance_and_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
