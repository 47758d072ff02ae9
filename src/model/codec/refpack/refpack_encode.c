#include "codec/refpack/refpack_encode.h"

#include "codec/ea_header.h"
#include "codec/refpack/refpack_chain.h"
#include "codec/refpack/refpack_exact.h"
#include "codec/refpack/refpack_greedy.h"
#include "codec/refpack/refpack_path.h"
#include "codec/refpack/refpack_quick.h"

enum { METHOD = 0x10, QUICK = 2, EXACT = 9 };

static const pdk_refpack_effort quick_efforts[QUICK + 1] = { [1] = { 17, 1 }, [2] = { 17, 4 } };

/* Levels 3 to 8: places looked at, and the length that is good enough. */
static const struct effort {
    uint32_t depth, content;
} efforts[EXACT] = {
    [3] = { 1, 12 }, [4] = { 1, 24 }, [5] = { 1, 32 }, [6] = { 2, 72 }, [7] = { 4, 64 }, [8] = { 8, 128 }
};

static pdk_status begin(const pdk_pack_request *request, const pdk_ea_header *header, uint64_t body,
                        pdk_refpack_writer *writer, uint8_t **to, pdk_error *error)
{
    *to = body + header->size <= SIZE_MAX ? pdk_alloc_raw(request->memory, (size_t)(body + header->size)) : NULL;
    if (*to == NULL) return pdk_fail_memory(error, request->memory, "the packed file");
    *writer = (pdk_refpack_writer){ request->plain, *to + header->size, 0 };
    return PDK_OK;
}

/* The commands of a way into bytes of exactly its size. */
static pdk_status write_way(const pdk_pack_request *request, const pdk_ea_header *header, const pdk_refpack_way *way,
                            pdk_refpack_writer *writer, uint8_t **to, pdk_error *error)
{
    pdk_status status = begin(request, header, way->packed_size, writer, to, error);
    if (status != PDK_OK) return status;
    uint32_t size = (uint32_t)request->size, end = size - way->carried;
    for (uint32_t at = 0; at < end;) {
        pdk_refpack_choice choice = way->choices[at];
        uint32_t length = pdk_refpack_length_of(choice);
        if ((choice & PDK_REFPACK_RUN) == 0) {
            at += choice >> PDK_REFPACK_CARRIED_SHIFT;
            pdk_refpack_write_copy(writer, at, length, pdk_refpack_distance_of(choice));
        }
        at += length;
    }
    pdk_refpack_write_stop(writer, size);
    return PDK_OK;
}

static pdk_status plan(const pdk_pack_request *request, const pdk_ea_header *header, pdk_refpack_writer *writer,
                       uint8_t **to, pdk_error *error)
{
    uint32_t size = (uint32_t)request->size;
    pdk_refpack_exact exact;
    pdk_refpack_chain chain;
    pdk_refpack_find find = pdk_refpack_exact_reach;
    void *finder = &exact;
    bool ready;
    if (request->level == EXACT) {
        ready = pdk_refpack_exact_init(&exact, request->plain, size, request->memory);
    } else {
        const struct effort *effort = &efforts[request->level];
        find = pdk_refpack_chain_reach;
        finder = &chain;
        ready = pdk_refpack_chain_init(&chain, request->plain, size, effort->depth, effort->content, request->memory);
    }
    if (!ready) return pdk_fail_memory(error, request->memory, "packing");
    pdk_refpack_way way;
    pdk_status status =
        pdk_refpack_solve(size, find, finder, request->progress, request->progress_user, request->memory, &way, error);
    if (status != PDK_OK) return status;
    status = write_way(request, header, &way, writer, to, error);
    pdk_free(request->memory, way.choices);
    if (finder == &exact) pdk_refpack_exact_free(&exact);
    else pdk_refpack_chain_free(&chain, request->memory);
    return status;
}

static pdk_status take_quickly(const pdk_pack_request *request, const pdk_ea_header *header, pdk_refpack_writer *writer,
                               uint8_t **to, pdk_error *error)
{
    pdk_status status = begin(request, header, pdk_refpack_room(request->size), writer, to, error);
    if (status != PDK_OK) return status;
    return pdk_refpack_quick(request->plain, (uint32_t)request->size, quick_efforts[request->level], writer,
                             request->progress, request->progress_user, request->memory, error);
}

static pdk_status follow_ea(const pdk_pack_request *request, const pdk_ea_header *header, pdk_refpack_writer *writer,
                            uint8_t **to, pdk_error *error)
{
    pdk_refpack_tree tree;
    pdk_status status = begin(request, header, pdk_refpack_room(request->size), writer, to, error);
    if (status != PDK_OK) return status;
    if (!pdk_refpack_tree_init(&tree, request->plain, (uint32_t)request->size, request->memory)) {
        return pdk_fail_memory(error, request->memory, "packing");
    }
    status = pdk_refpack_greedy(&tree, writer, request->progress, request->progress_user, error);
    pdk_refpack_tree_free(&tree, request->memory);
    return status;
}

pdk_status pdk_refpack_pack(const pdk_pack_request *request, pdk_bytes *packed, pdk_error *error)
{
    pdk_ea_header header;
    pdk_refpack_writer writer;
    uint8_t *to = NULL;
    pdk_status status = pdk_ea_header_choose(request, METHOD, true, true, &header, error);
    if (status != PDK_OK) return status;
    if (request->like_ea1998) status = follow_ea(request, &header, &writer, &to, error);
    else if (request->level <= QUICK) status = take_quickly(request, &header, &writer, &to, error);
    else status = plan(request, &header, &writer, &to, error);
    if (status != PDK_OK) return status;
    *packed = (pdk_bytes){ to, (size_t)(writer.to - to) };
    pdk_ea_header_write(&header, request->size, packed->size, to);
    return PDK_OK;
}
