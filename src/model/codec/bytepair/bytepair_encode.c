/*
 * Bytes that are rare become nodes for pairs that are common, in rounds: count all neighbours, choose up to 32 pairs
 * that have no byte in common, replace them all at once, and count again, as long as a pair saves more than its node
 * costs.
 */
#include "codec/bytepair/bytepair_encode.h"

#include <string.h>

#include "base/callback.h"
#include "base/load.h"
#include "codec/ea_header.h"
#include "codec/packing_layout.h"

enum {
    METHOD = 0x46,
    ROUNDS = 256,
    MAX_PAIRS = 255,  /* the file can say */
    MAX_JOINED = 32,  /* pairs of one round */
    MAX_LISTED = 47,  /* pairs a round chooses from */
    RARE = 3,         /* a byte that comes no oftener is never part of a pair; nor is such a pair joined */
    LISTED_SHARE = 2, /* pairs with less than the best's count by this are not listed */
    PAIR_COST = 3     /* bytes a pair takes in the file */
};

/* What becomes of a byte in the next pass over the data. */
typedef enum role { PLAIN, LEFT, ESCAPE, NEW_NODE } role;

typedef struct pair_maker {
    uint8_t *data, *spare;
    size_t size;
    uint8_t escape;
    uint8_t roles[256];
    uint8_t right[256], node[256]; /* of a LEFT */
    uint64_t occurs[256];          /* in the plain data: what a node costs in escapes */
    uint8_t rarest[256];           /* bytes by that, of equals the higher first */
    unsigned next_free;            /* in `rarest` */
    bool is_free[256];             /* may become a node */
    bool pairs_up[256];            /* may be part of a pair */
    bool taken[256];               /* has its part in this round */
    uint32_t *counts;              /* of neighbours: left * 256 + right */
    uint8_t pairs[MAX_PAIRS][3];
    unsigned pair_count;
} pair_maker;

typedef struct listed {
    uint32_t count;
    uint8_t left, right;
} listed;

/* One pass: pairs are joined, and bytes that become nodes are escaped where they occur. */
static void rewrite(pair_maker *maker)
{
    const uint8_t *in = maker->data, *end = in + maker->size;
    uint8_t *out = maker->spare;
    while (in < end) {
        uint8_t byte = *in++;
        switch ((role)maker->roles[byte]) {
        case PLAIN: *out++ = byte; break;
        case LEFT:
            if (in < end && *in == maker->right[byte]) {
                *out++ = maker->node[byte];
                in++;
            } else {
                *out++ = byte;
            }
            break;
        case ESCAPE:
            *out++ = byte;
            *out++ = *in++;
            break;
        case NEW_NODE:
            *out++ = maker->escape;
            *out++ = byte;
            break;
        }
    }
    uint8_t *written = maker->spare;
    maker->spare = maker->data;
    maker->data = written;
    maker->size = (size_t)(out - written);
}

static bool is_before(const pair_maker *maker, uint8_t a, uint8_t b)
{
    return maker->occurs[a] < maker->occurs[b] || (maker->occurs[a] == maker->occurs[b] && a > b);
}

/* 0 is never a node: after the escape it is the end. */
static void sort_rarest(pair_maker *maker)
{
    unsigned count = 0;
    for (unsigned byte = 1; byte < 256; byte++) {
        unsigned place = count++;
        for (; place > 0 && is_before(maker, (uint8_t)byte, maker->rarest[place - 1]); place--) {
            maker->rarest[place] = maker->rarest[place - 1];
        }
        maker->rarest[place] = (uint8_t)byte;
    }
}

/* The rarest byte is the escape; where it occurs it is escaped with itself. */
static void begin(pair_maker *maker)
{
    for (size_t i = 0; i < maker->size; i++) maker->occurs[maker->data[i]]++;
    for (unsigned byte = 0; byte < 256; byte++) {
        maker->is_free[byte] = byte != 0;
        maker->pairs_up[byte] = maker->occurs[byte] > RARE;
    }
    sort_rarest(maker);
    maker->escape = maker->rarest[maker->next_free++];
    maker->is_free[maker->escape] = false;
    maker->pairs_up[maker->escape] = false;
    maker->roles[maker->escape] = NEW_NODE;
    if (maker->occurs[maker->escape] > 0) rewrite(maker);
    maker->roles[maker->escape] = ESCAPE;
}

static void count_neighbours(pair_maker *maker)
{
    memset(maker->counts, 0, 65536 * sizeof *maker->counts);
    for (size_t i = 1; i < maker->size; i++) maker->counts[maker->data[i - 1] << 8 | maker->data[i]]++;
}

/* Puts a pair in its place, after those that come as often; what falls off the end is forgotten. */
static unsigned insert(listed *list, unsigned count, listed added)
{
    unsigned place = count;
    for (; place > 0 && list[place - 1].count < added.count; place--) list[place] = list[place - 1];
    list[place] = added;
    if (count < MAX_LISTED) count++;
    while (list[count - 1].count < list[0].count / LISTED_SHARE) count--;
    return count;
}

/* The commonest pairs, commonest first. */
static unsigned list_pairs(const pair_maker *maker, listed list[MAX_LISTED + 1])
{
    unsigned count = 0;
    uint32_t minimum = RARE;
    for (unsigned i = 0; i < 65536; i++) {
        if (maker->counts[i] <= minimum || !maker->pairs_up[i >> 8] || !maker->pairs_up[i & 0xFF]) continue;
        count = insert(list, count, (listed){ maker->counts[i], (uint8_t)(i >> 8), (uint8_t)i });
        minimum = count < MAX_LISTED ? list[0].count / LISTED_SHARE : list[count - 1].count;
    }
    return count;
}

static void join(pair_maker *maker, listed pair, uint8_t node)
{
    maker->is_free[node] = maker->is_free[pair.left] = maker->is_free[pair.right] = false;
    maker->taken[node] = maker->taken[pair.left] = maker->taken[pair.right] = true;
    maker->pairs_up[node] = true;
    maker->roles[node] = NEW_NODE;
    maker->roles[pair.left] = LEFT;
    maker->right[pair.left] = pair.right;
    maker->node[pair.left] = node;
    memcpy(maker->pairs[maker->pair_count++], (uint8_t[]){ node, pair.left, pair.right }, 3);
}

/* Chooses what to join until a pair would not pay for its node; returns how many were chosen. */
static unsigned choose(pair_maker *maker, const listed *list, unsigned count)
{
    unsigned chosen = 0;
    memset(maker->taken, 0, sizeof maker->taken);
    for (unsigned i = 0; i < count && chosen < MAX_JOINED && maker->pair_count < MAX_PAIRS; i++) {
        if (maker->taken[list[i].left] || maker->taken[list[i].right]) continue;
        while (maker->next_free < 255 && !maker->is_free[maker->rarest[maker->next_free]]) maker->next_free++;
        if (maker->next_free == 255) break;
        uint8_t node = maker->rarest[maker->next_free];
        if (PAIR_COST + maker->occurs[node] >= list[i].count) break;
        join(maker, list[i], node);
        chosen++;
    }
    return chosen;
}

static bool make_pairs(pair_maker *maker)
{
    listed list[MAX_LISTED + 1];
    count_neighbours(maker);
    unsigned chosen = choose(maker, list, list_pairs(maker, list));
    if (chosen == 0) return false;
    rewrite(maker);
    for (unsigned byte = 0; byte < 256; byte++) {
        if (maker->roles[byte] != ESCAPE) maker->roles[byte] = PLAIN;
    }
    return true;
}

static pdk_status write_packed(const pdk_pack_request *request, const pdk_ea_header *header, const pair_maker *maker,
                               pdk_bytes *packed, pdk_error *error)
{
    size_t size = header->size + 2 + 3 * (size_t)maker->pair_count + maker->size + 2;
    uint8_t *to = pdk_alloc_raw(request->memory, size);
    if (to == NULL) return pdk_fail_memory(error, request->memory, "the packed file");
    uint8_t *at = to + header->size;
    pdk_ea_header_write(header, request->size, size, to);
    *at++ = maker->escape;
    *at++ = (uint8_t)maker->pair_count;
    memcpy(at, maker->pairs, 3 * (size_t)maker->pair_count);
    at += 3 * (size_t)maker->pair_count;
    memcpy(at, maker->data, maker->size);
    at += maker->size;
    *at++ = maker->escape;
    *at = 0;
    *packed = (pdk_bytes){ to, size };
    return PDK_OK;
}

pdk_status pdk_bytepair_pack(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error)
{
    pdk_ea_header header;
    pdk_status status = pdk_ea_header_choose(request, METHOD, false, false, &header, error);
    if (status != PDK_OK) return status;
    pair_maker *maker = pdk_alloc(request->memory, sizeof *maker);
    uint8_t *rooms[2] = { pdk_alloc_raw(request->memory, 2 * request->size + 2),
                          pdk_alloc_raw(request->memory, 2 * request->size + 2) };
    uint32_t *counts = pdk_alloc_array(request->memory, 65536, sizeof *counts);
    if (maker == NULL || rooms[0] == NULL || rooms[1] == NULL || counts == NULL) {
        return pdk_fail_memory(error, request->memory, "packing");
    }
    maker->data = rooms[0];
    maker->spare = rooms[1];
    maker->counts = counts;
    maker->size = request->size;
    memcpy(maker->data, request->plain, request->size);
    begin(maker);
    for (int round = 0; round < ROUNDS; round++) {
        if (!pdk_tell_progress(request->progress, request->progress_user, request->size / ROUNDS * (uint64_t)round,
                               request->size)) {
            return pdk_fail_cancelled(error);
        }
        if (!make_pairs(maker)) break;
    }
    status = write_packed(request, &header, maker, packed, error);
    for (int i = 0; i < 2; i++) pdk_free(request->memory, rooms[i]);
    pdk_free(request->memory, counts);
    pdk_free(request->memory, maker);
    return status;
}
