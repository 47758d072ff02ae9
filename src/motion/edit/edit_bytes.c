/* The bytes of an edited file: pieces that changed are copies. */
#include <stdatomic.h>
#include <string.h>

#include "base/callback.h"
#include "edit/edit.h"

pdk_status pdk_edit_may_change(const pdk_edit *edit, pdk_error *error)
{
    bool at_work = atomic_load_explicit(&edit->holders, memory_order_relaxed) > 1;
    return at_work ? pdk_fail_reentered(error, "a change of this edit") : pdk_refuse_in_allocator(error, "a change");
}

/* The piece with number `chunk`, as it is now. */
pdk_bytes pdk_edit_piece(const pdk_edit *edit, uint64_t chunk)
{
    pdk_bytes content = edit->document->content;
    uint64_t from = chunk * PDK_EDIT_CHUNK, left = content.size - from;
    size_t size = left < PDK_EDIT_CHUNK ? (size_t)left : PDK_EDIT_CHUNK;
    return (pdk_bytes){ edit->chunks[chunk] != NULL ? edit->chunks[chunk] : content.data + from, size };
}

void pdk_edit_read_bytes(const pdk_edit *edit, uint64_t offset, uint8_t *to, size_t size)
{
    while (size > 0) {
        pdk_bytes from = pdk_edit_piece(edit, offset / PDK_EDIT_CHUNK);
        size_t inside = (size_t)(offset % PDK_EDIT_CHUNK), step = from.size - inside < size ? from.size - inside : size;
        memcpy(to, from.data + inside, step);
        to += step;
        offset += step;
        size -= step;
    }
}

bool pdk_edit_own_piece(pdk_edit *edit, uint64_t chunk)
{
    if (edit->chunks[chunk] != NULL) return true;
    uint8_t *copy = pdk_alloc_raw(&edit->memory, PDK_EDIT_CHUNK);
    if (copy == NULL) return false;
    pdk_bytes from = pdk_edit_piece(edit, chunk);
    memcpy(copy, from.data, from.size);
    edit->chunks[chunk] = copy;
    return true;
}

bool pdk_edit_own_bytes(pdk_edit *edit, uint64_t offset, uint64_t size)
{
    for (uint64_t chunk = offset / PDK_EDIT_CHUNK; size > 0 && chunk <= (offset + size - 1) / PDK_EDIT_CHUNK; chunk++) {
        if (!pdk_edit_own_piece(edit, chunk)) return false;
    }
    return true;
}

bool pdk_edit_write_bytes(pdk_edit *edit, uint64_t offset, const uint8_t *from, size_t size)
{
    if (!pdk_edit_own_bytes(edit, offset, size)) return false;
    for (size_t i = 0; i < size; i++) {
        edit->chunks[(offset + i) / PDK_EDIT_CHUNK][(offset + i) % PDK_EDIT_CHUNK] = from[i];
    }
    return true;
}

bool pdk_edit_take_over(pdk_edit *edit, const uint8_t *file)
{
    uint64_t size = edit->document->content.size, count = (size + PDK_EDIT_CHUNK - 1) / PDK_EDIT_CHUNK;
    for (int pass = 0; pass < 2; pass++) { /* memory first */
        for (uint64_t chunk = 0; chunk < count; chunk++) {
            pdk_bytes now = pdk_edit_piece(edit, chunk);
            const uint8_t *wanted = file + chunk * PDK_EDIT_CHUNK;
            if (memcmp(now.data, wanted, now.size) == 0) continue;
            if (pass == 0 && !pdk_edit_own_piece(edit, chunk)) return false;
            if (pass == 1) memcpy(edit->chunks[chunk], wanted, now.size);
        }
    }
    return true;
}
