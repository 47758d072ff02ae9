/* gzip (RFC 1952) by libdeflate: the packing the gMotor games use for replays. A file is one member, or several one
 * after the other, as `cat` and parallel packers make them; zeros may follow, as tapes have them. */
#include <libdeflate.h>
#include <string.h>

#include "base/callback.h"
#include "base/load.h"
#include "codec/codec.h"
#include "codec/gzip/inflate_rescue.h"

enum { HEADER = 10, TRAILER = 8, DEFLATE = 8 };
enum { FLAG_HEADER_CHECK = 2, FLAG_EXTRA = 4, FLAG_NAME = 8, FLAG_COMMENT = 16, FLAGS_RESERVED = 0xE0 };

/* No deflate stream expands further than this. */
static const uint64_t max_expansion = 1032;

/* Behind a NUL-terminated text, or at the end. */
static size_t skip_text(const uint8_t *data, size_t size, size_t at)
{
    const uint8_t *end = at < size ? memchr(data + at, 0, size - at) : NULL;
    return end != NULL ? (size_t)(end - data) + 1 : size;
}

/* Where the deflate stream begins; past the end in a header that is cut. */
static size_t header_size(const uint8_t *data, size_t size)
{
    uint8_t flags = data[3];
    size_t at = HEADER;
    if ((flags & FLAG_EXTRA) != 0) at += at + 2 <= size ? 2u + pdk_load_u16(data + at) : 2u;
    if ((flags & FLAG_NAME) != 0) at = skip_text(data, size, at);
    if ((flags & FLAG_COMMENT) != 0) at = skip_text(data, size, at);
    if ((flags & FLAG_HEADER_CHECK) != 0) at += 2;
    return at;
}

static bool probe(const uint8_t *data, size_t size, pdk_packing *packing)
{
    if (size < 4 || data[0] != 0x1F || data[1] != 0x8B || data[2] != DEFLATE || (data[3] & FLAGS_RESERVED) != 0)
        return false;
    memcpy(packing->variant, "deflate", sizeof "deflate");
    packing->header_size = HEADER;
    packing->unpacked_size = UINT64_MAX;
    size_t start = header_size(data, size);
    if (start > UINT32_MAX || start + TRAILER > size) return true;
    packing->header_size = (uint32_t)start;
    /* The trailer has the size modulo 4 GiB. Larger files are recognised by their packed size: deflate adds at most
     * five bytes to 65535. When that is not enough, unpacking tries the next size that is possible. */
    packing->unpacked_size = pdk_load_u32(data + size - 4);
    uint64_t minimum = size - start - TRAILER;
    minimum -= minimum / 8192;
    while (packing->unpacked_size + 1024 < minimum) packing->unpacked_size += UINT64_C(1) << 32;
    return true;
}

static pdk_status bound(const uint8_t *data, size_t size, const pdk_packing *packing, uint64_t *maximum,
                        pdk_error *error)
{
    (void)data;
    (void)error;
    *maximum = (uint64_t)(size - packing->header_size) * max_expansion;
    return PDK_OK;
}

static pdk_status decode(pdk_bytes packed, const pdk_packing *packing, uint8_t *to, size_t capacity, size_t *written,
                         pdk_error *error)
{
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (decompressor == NULL) {
        return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for gzip");
    }
    size_t used = 0, made = 0;
    enum libdeflate_result result =
        libdeflate_gzip_decompress_ex(decompressor, packed.data, packed.size, to, capacity, &used, &made);
    libdeflate_free_decompressor(decompressor);
    *written = 0;
    switch (result) {
    case LIBDEFLATE_SUCCESS: break;
    case LIBDEFLATE_INSUFFICIENT_SPACE:
        *written = capacity;
        return pdk_fail(error, PDK_E_CORRUPT, packed.size - 4, "gzip.size",
                        "the stream holds more than the %zu bytes that its last four bytes give: it is damaged",
                        capacity);
    default:
        return pdk_fail(error, PDK_E_CORRUPT, packing->header_size, "gzip.data",
                        "the gzip stream is truncated, or its content does not match its checksum");
    }
    if (used != packed.size) {
        return pdk_fail(error, PDK_E_CORRUPT, used, "gzip.trailing", "%zu bytes follow the gzip stream",
                        packed.size - used);
    }
    if (made != capacity) {
        return pdk_fail(error, PDK_E_CORRUPT, packed.size - 4, "gzip.size",
                        "the trailer says %zu bytes, but the stream holds %zu", capacity, made);
    }
    *written = made;
    return PDK_OK;
}

/* The stream came to its end at `at`: why was it refused? PDK_OK when nothing here says so. */
static pdk_status judge_end(const uint8_t *data, size_t size, size_t at, pdk_bytes plain, pdk_error *trouble)
{
    if (size - at < TRAILER) {
        return pdk_fail(trouble, PDK_E_TRUNCATED, size, "gzip.truncated",
                        "the stream is complete, but the file ends before its checksum");
    }
    if (pdk_load_u32(data + at) != libdeflate_crc32(0, plain.data, plain.size)) {
        return pdk_fail(
            trouble, PDK_E_CORRUPT, at, "gzip.checksum",
            "all of the stream unpacks, but it does not match its checksum: some of it is wrong, and nothing shows "
            "which part");
    }
    if (pdk_load_u32(data + at + 4) != (uint32_t)plain.size) {
        return pdk_fail(trouble, PDK_E_CORRUPT, at + 4, "gzip.size",
                        "the trailer says %lu bytes, but the stream holds %zu",
                        (unsigned long)pdk_load_u32(data + at + 4), plain.size);
    }
    return PDK_OK; /* a whole stream before other bytes: members() has judged it */
}

/* Twice: first counted, so that no more is allocated than comes out. */
static pdk_status rescue(const uint8_t *data, size_t size, pdk_memory *memory, pdk_bytes *plain, pdk_error *trouble)
{
    size_t start = header_size(data, size);
    if (start >= size) return trouble->status;
    pdk_inflated found = pdk_inflate_rescue(data + start, size - start, NULL, 0);
    if (found.written == 0) return trouble->status;
    uint8_t *to = found.written <= SIZE_MAX ? pdk_alloc_raw(memory, (size_t)found.written) : NULL;
    if (to == NULL) return pdk_fail_memory(trouble, memory, "the undamaged part of the packed file");
    found = pdk_inflate_rescue(data + start, size - start, to, found.written);
    *plain = (pdk_bytes){ to, (size_t)found.written };
    switch (found.end) {
    case PDK_INFLATE_CUT:
        return pdk_fail(trouble, PDK_E_TRUNCATED, size, "gzip.truncated", "the file ends inside its gzip stream");
    case PDK_INFLATE_DAMAGED:
        return pdk_fail(trouble, PDK_E_CORRUPT, start + found.used, "gzip.data",
                        "the data from here on are not deflate; the damage may be some bytes earlier");
    case PDK_INFLATE_COMPLETE: break;
    }
    return judge_end(data, size, start + found.used, *plain, trouble);
}

/* How far the members reach that are whole, and how much comes out of them. */
typedef struct member_run {
    size_t count, end;
    uint64_t unpacked;
} member_run;

static member_run find_members(const uint8_t *data, size_t size)
{
    member_run run = { 0 };
    pdk_packing packing;
    while (probe(data + run.end, size - run.end, &packing)) {
        const uint8_t *member = data + run.end;
        size_t left = size - run.end, start = header_size(member, left);
        if (start >= left || left - start < TRAILER) break;
        pdk_inflated found = pdk_inflate_rescue(member + start, left - start, NULL, 0);
        if (found.end != PDK_INFLATE_COMPLETE || left - start - found.used < TRAILER) break;
        run.unpacked += found.written;
        run.end += start + found.used + TRAILER;
        run.count++;
    }
    return run;
}

static bool is_padding(const uint8_t *data, size_t size)
{
    while (size > 0 && data[size - 1] == 0) size--;
    return size == 0;
}

/* What follows the last complete member. */
static pdk_status judge_rest(const uint8_t *data, size_t size, size_t at, pdk_error *error)
{
    pdk_packing packing;
    if (is_padding(data + at, size - at)) return PDK_OK;
    if (probe(data + at, size - at, &packing))
        return pdk_fail(error, PDK_E_CORRUPT, at, "gzip.member",
                        "the gzip member that begins here, %zu bytes before the end, is truncated or damaged",
                        size - at);
    return pdk_fail(error, PDK_E_CORRUPT, at, "gzip.trailing", "%zu bytes that are not gzip follow the stream",
                    size - at);
}

/* Unpacks the members up to one that does not match its checksum; *at and *made are after those before. */
static bool unpack_members(struct libdeflate_decompressor *decompressor, const uint8_t *data, const member_run *run,
                           uint8_t *to, size_t *at, size_t *made)
{
    for (size_t number = 0; number < run->count; number++) {
        size_t used = 0, came = 0;
        enum libdeflate_result result = libdeflate_gzip_decompress_ex(
            decompressor, data + *at, run->end - *at, to + *made, (size_t)run->unpacked - *made, &used, &came);
        if (result != LIBDEFLATE_SUCCESS) return false;
        *at += used;
        *made += came;
    }
    return true;
}

static pdk_status members(const uint8_t *data, size_t size, pdk_memory *memory, pdk_bytes *plain, pdk_error *error)
{
    member_run run = find_members(data, size);
    if (run.count == 0 || (run.count == 1 && run.end == size)) return error->status; /* that says it better */
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    uint8_t *to = run.unpacked <= SIZE_MAX ? pdk_alloc_raw(memory, (size_t)run.unpacked) : NULL;
    size_t at = 0, made = 0;
    bool made_all = decompressor != NULL && to != NULL && unpack_members(decompressor, data, &run, to, &at, &made);
    bool had_memory = decompressor != NULL && to != NULL;
    libdeflate_free_decompressor(decompressor);
    if (!had_memory) return pdk_fail_memory(error, memory, "the unpacked file");
    if (at == 0) { /* not even the first */
        pdk_free(memory, to);
        return error->status;
    }
    *plain = (pdk_bytes){ to, made };
    if (made_all) return judge_rest(data, size, at, error);
    return pdk_fail(error, PDK_E_CORRUPT, at, "gzip.data",
                    "the gzip member that begins here does not match its checksum or size");
}

/* Our nine levels spread over libdeflate's twelve: the last is its last. */
static int level_of(int level)
{
    return level < 7 ? level : level == 7 ? 8 : level == 8 ? 10 : 12;
}

static pdk_status encode(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error)
{
    if (request->like_ea1998 || request->variant != NULL) {
        return pdk_fail(error, PDK_E_ARGUMENT, PDK_NO_OFFSET,
                        request->like_ea1998 ? "argument.like" : "argument.variant",
                        "header and packer cannot be chosen for gzip: they belong to EA's packings");
    }
    if (!pdk_tell_progress(request->progress, request->progress_user, 0, request->size)) {
        return pdk_fail_cancelled(error);
    }
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level_of(request->level));
    size_t capacity = libdeflate_gzip_compress_bound(compressor, request->size);
    uint8_t *to = compressor != NULL ? pdk_alloc_raw(request->memory, capacity) : NULL;
    size_t size = to != NULL ? libdeflate_gzip_compress(compressor, request->plain, request->size, to, capacity) : 0;
    libdeflate_free_compressor(compressor);
    *packed = (pdk_bytes){ to, size };
    return size > 0 ? PDK_OK : pdk_fail_memory(error, request->memory, "the packed file");
}

const pdk_codec pdk_codec_gzip = {
    .info = { "gzip", "gzip", PDK_LIKELY },
    .prefix = "gzip",
    .probe = probe,
    .bound = bound,
    .decode = decode,
    .members = members,
    .rescue = rescue,
    .encode = encode,
    .modulus = UINT64_C(1) << 32,
};
