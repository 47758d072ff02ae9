/* Unpacking, beside LZ4 unpacking the same plain bytes in the same run: real files where they are here, generated ones
 * always. docs/formats/packing.md says why RefPack misses the aim on files with many short commands. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef BENCH_HAS_LZ4
#include <lz4.h>
#endif

#include "bench.h"
#include "codec/codec.h"
#include "pack.h"

typedef struct job {
    const pdk_codec *codec;
    pdk_packing packing;
    const uint8_t *packed;
    size_t packed_size;
    uint8_t *plain;
    size_t plain_size;
    char *lz4;
    int lz4_size;
    int repeats; /* so that small files can be timed */
} job;

static void stop(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void unpack(void *user)
{
    job *work = user;
    for (int i = 0; i < work->repeats; i++) {
        size_t written;
        pdk_error error;
        if (work->codec->decode((pdk_bytes){ work->packed, work->packed_size }, &work->packing, work->plain,
                                work->plain_size, &written, &error) != PDK_OK) {
            stop(error.message);
        }
    }
}

#ifdef BENCH_HAS_LZ4
static void unpack_lz4(void *user)
{
    job *work = user;
    for (int i = 0; i < work->repeats; i++) {
        if (LZ4_decompress_safe(work->lz4, (char *)work->plain, work->lz4_size, (int)work->plain_size) < 0) stop("lz4");
    }
}
#endif

/* The same plain bytes as LZ4's fast level packs them; NULL where there is no LZ4. */
static double time_lz4(job *work)
{
#ifdef BENCH_HAS_LZ4
    int capacity = LZ4_compressBound((int)work->plain_size);
    work->lz4 = malloc((size_t)capacity);
    if (work->lz4 == NULL) stop("out of memory");
    work->lz4_size = LZ4_compress_default((char *)work->plain, work->lz4, (int)work->plain_size, capacity);
    double seconds = bench_time(unpack_lz4, work, 15);
    free(work->lz4);
    return seconds;
#else
    (void)work;
    return 0;
#endif
}

static void run(const char *name, const uint8_t *packed, size_t packed_size)
{
    job work = { .packed = packed, .packed_size = packed_size };
    work.codec = pdk_codec_of(packed, packed_size, &work.packing);
    if (work.codec == NULL) stop("not packed");
    work.plain_size = (size_t)work.packing.unpacked_size;
    work.plain = malloc(work.plain_size + 1);
    if (work.plain == NULL) stop("out of memory");
    work.repeats = (int)(4000000 / (work.plain_size + 1)) + 1;
    double seconds = bench_time(unpack, &work, 15), yardstick = time_lz4(&work);
    char label[64];
    snprintf(label, sizeof label, "%s %s", work.codec->info.id, name);
    uint64_t bytes = (uint64_t)work.plain_size * (uint64_t)work.repeats;
    bool has_aim = yardstick > 0 && strcmp(work.codec->info.id, "refpack") == 0;
    if (has_aim) bench_aim(label, seconds, bytes, "LZ4", yardstick, 2);
    else bench_row(label, seconds, bytes, yardstick > 0 ? "LZ4" : NULL, yardstick);
    free(work.plain);
}

static void run_real(const char *name)
{
    const char *root = getenv("PADDOCK_REAL");
    char path[1024];
    snprintf(path, sizeof path, "%s/nfs/%s", root != NULL && root[0] != '\0' ? root : REAL_FILES, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        printf("SKIPPED: the real file %s is not here; set PADDOCK_REAL to the folder of real files\n", name);
        return;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size);
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size) stop(path);
    fclose(file);
    run(name, data, (size_t)size);
    free(data);
}

static void run_packed(uint8_t *packed, size_t size)
{
    run("generated", packed, size);
    free(packed);
}

int main(void)
{
    static const char *const files[] = { "AL3.QFS", "5go.qfs",    "CIRCUIT.qFS", "TR000.QFS",
                                         "AL1.QFS", "GTITLE.QFS", "AL2.QFS" };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) run_real(files[i]);
    size_t size = (size_t)bench_setting("BENCH_BYTES", 8 << 20), packed_size;
    uint8_t *plain = plain_sample(size, 1);
    if (plain == NULL) stop("out of memory");
    uint8_t *packed = pack_refpack(plain, size, &packed_size);
    run_packed(packed, packed_size);
    packed = pack_huffman(0x30, plain, size, &packed_size);
    run_packed(packed, packed_size);
    packed = pack_huffman(0x32, plain, size, &packed_size);
    run_packed(packed, packed_size);
    packed = pack_bytepair(plain, size, &packed_size);
    run_packed(packed, packed_size);
    free(plain);
    printf("peak memory %.1f MiB\n", bench_peak_memory());
    return 0;
}
