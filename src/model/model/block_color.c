/* Colours for a graph of neighbours, the block with the fewest of them last: a surface that lies flat needs at most
 * six. Blocks that only lie side by side, without a triangle in common, get different ones as far as that costs no
 * more. */
#include "model/block_color.h"

#include <math.h>
#include <string.h>

#include "base/merge_sort.h"

enum { RUN = 1024, MOST_BESIDE = 4096 /* blocks, of which each is compared with each */ };

typedef struct pair {
    uint32_t a, b;
} pair;

typedef struct box {
    float low[3], high[3];
} box;

typedef struct coloring {
    const pdk_mesh *mesh;
    pdk_memory *memory;
    pdk_block_colors *made;
    pdk_vector pairs;    /* pair: both ways, sorted and each once when all are there */
    size_t sorted_pairs; /* how many of them are sorted */
    size_t *first;       /* of the pairs of each block */
    box *boxes;          /* of the points of each block; NULL = there are too many */
} coloring;

/* --------------------------------------------------------------------------------------------- who is beside whom */

static int by_block(const void *a, const void *b, void *user)
{
    (void)user;
    const pair *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* Each once, so that memory grows with neighbours and not with triangles. */
static bool sort_pairs(coloring *work)
{
    pair *pairs = work->pairs.items;
    size_t kept = 0;
    if (!pdk_merge_sort(work->memory, pairs, work->pairs.count, sizeof *pairs, by_block, NULL)) return false;
    for (size_t i = 0; i < work->pairs.count; i++)
        if (kept == 0 || by_block(&pairs[kept - 1], &pairs[i], NULL) != 0) pairs[kept++] = pairs[i];
    work->pairs.count = work->sorted_pairs = kept;
    return true;
}

static bool add_pair(coloring *work, int32_t a, int32_t b)
{
    enum { UNSORTED = 1 << 16 };
    if (a < 0 || b < 0 || a == b) return true;
    for (int way = 0; way < 2; way++) {
        pair *added = pdk_vector_push(&work->pairs);
        if (added == NULL) return false;
        *added = way == 0 ? (pair){ (uint32_t)a, (uint32_t)b } : (pair){ (uint32_t)b, (uint32_t)a };
    }
    return work->pairs.count < 2 * work->sorted_pairs + UNSORTED || sort_pairs(work);
}

static bool add_triangle(coloring *work, const uint32_t corners[3], size_t hints[3])
{
    int32_t blocks[3];
    for (int k = 0; k < 3; k++) {
        if (corners[k] >= work->mesh->point_count) return true;
        blocks[k] = pdk_block_spans_find(&work->made->spans, corners[k], &hints[k]);
    }
    return add_pair(work, blocks[0], blocks[1]) && add_pair(work, blocks[1], blocks[2]) &&
           add_pair(work, blocks[2], blocks[0]);
}

static pdk_status find_pairs(coloring *work, pdk_error *error)
{
    const pdk_mesh *mesh = work->mesh;
    uint32_t corners[RUN][3];
    size_t hints[3] = { 0 }, blocks = work->made->block_count;
    for (uint64_t at = 0; at < mesh->triangle_count; at += RUN) {
        size_t count = mesh->triangle_count - at < RUN ? (size_t)(mesh->triangle_count - at) : RUN;
        pdk_status status = mesh->read_triangles(mesh, at, count, corners, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++)
            if (!add_triangle(work, corners[i], hints))
                return pdk_fail_memory(error, work->memory, "colours of blocks");
    }
    work->first = pdk_alloc_array(work->memory, blocks + 1, sizeof *work->first);
    if (work->first == NULL || !sort_pairs(work)) return pdk_fail_memory(error, work->memory, "colours of blocks");
    const pair *pairs = work->pairs.items;
    for (size_t i = 0; i < work->pairs.count; i++) work->first[pairs[i].a + 1]++;
    for (size_t i = 0; i < blocks; i++) work->first[i + 1] += work->first[i];
    return PDK_OK;
}

static void widen(box *around, const double point[3])
{
    for (int k = 0; k < 3; k++) {
        around->low[k] = fminf(around->low[k], (float)point[k]);
        around->high[k] = fmaxf(around->high[k], (float)point[k]);
    }
}

static pdk_status find_boxes(coloring *work, pdk_error *error)
{
    const pdk_mesh *mesh = work->mesh;
    double points[RUN][3];
    size_t hint = 0, blocks = work->made->block_count;
    if (blocks > MOST_BESIDE) return PDK_OK;
    work->boxes = pdk_alloc_array(work->memory, blocks, sizeof *work->boxes);
    if (work->boxes == NULL) return pdk_fail_memory(error, work->memory, "colours of blocks");
    for (size_t i = 0; i < blocks; i++)
        work->boxes[i] = (box){ { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
    for (uint64_t at = 0; at < mesh->point_count; at += RUN) {
        size_t count = mesh->point_count - at < RUN ? (size_t)(mesh->point_count - at) : RUN;
        pdk_status status = mesh->read_points(mesh, at, count, points, error);
        if (status != PDK_OK) return status;
        for (size_t i = 0; i < count; i++) {
            int32_t block = pdk_block_spans_find(&work->made->spans, (uint32_t)(at + i), &hint);
            if (block >= 0) widen(&work->boxes[block], points[i]);
        }
    }
    return PDK_OK;
}

static bool are_beside(const box *a, const box *b)
{
    for (int k = 0; k < 3; k++)
        if (!(a->low[k] <= b->high[k] && b->low[k] <= a->high[k])) return false;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- colours */

/* Blocks in the order in which they lose their colour last: always the one with the fewest neighbours that are left.
 * Lists of blocks by how many these are, so that all of it takes as long as there are neighbours. */
typedef struct peeling {
    uint32_t *left, *next, *previous, *heads; /* neighbours left; lists, 0 = none, else block + 1 */
    bool *gone;
} peeling;

static void unlink_block(peeling *lists, uint32_t block)
{
    uint32_t next = lists->next[block], previous = lists->previous[block];
    if (previous != 0) lists->next[previous - 1] = next;
    else lists->heads[lists->left[block]] = next;
    if (next != 0) lists->previous[next - 1] = previous;
}

static void link_block(peeling *lists, uint32_t block)
{
    uint32_t *head = &lists->heads[lists->left[block]];
    lists->next[block] = *head;
    lists->previous[block] = 0;
    if (*head != 0) lists->previous[*head - 1] = block + 1;
    *head = block + 1;
}

static void peel(const coloring *work, peeling *lists, uint32_t *order)
{
    const pair *pairs = work->pairs.items;
    size_t blocks = work->made->block_count, fewest = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        lists->left[i] = (uint32_t)(work->first[i + 1] - work->first[i]);
        link_block(lists, i);
    }
    for (size_t place = blocks; place > 0; place--) {
        while (lists->heads[fewest] == 0) fewest++;
        uint32_t block = lists->heads[fewest] - 1;
        unlink_block(lists, block);
        lists->gone[block] = true;
        order[place - 1] = block;
        for (size_t i = work->first[block]; i < work->first[block + 1]; i++) {
            uint32_t other = pairs[i].b;
            if (lists->gone[other]) continue;
            unlink_block(lists, other);
            lists->left[other]--;
            link_block(lists, other);
        }
        fewest -= fewest > 0;
    }
}

static bool find_order(coloring *work, uint32_t *order)
{
    size_t blocks = work->made->block_count;
    peeling lists = { .left = pdk_alloc_array(work->memory, blocks, sizeof *lists.left),
                      .next = pdk_alloc_array(work->memory, blocks, sizeof *lists.next),
                      .previous = pdk_alloc_array(work->memory, blocks, sizeof *lists.previous),
                      .heads = pdk_alloc_array(work->memory, blocks + 1, sizeof *lists.heads),
                      .gone = pdk_alloc_array(work->memory, blocks, sizeof *lists.gone) };
    bool all =
        lists.left != NULL && lists.next != NULL && lists.previous != NULL && lists.heads != NULL && lists.gone != NULL;
    if (all) peel(work, &lists, order);
    pdk_free(work->memory, lists.left);
    pdk_free(work->memory, lists.next);
    pdk_free(work->memory, lists.previous);
    pdk_free(work->memory, lists.heads);
    pdk_free(work->memory, lists.gone);
    return all;
}

enum { PALETTE = 8 };
static const uint32_t uncolored = UINT32_MAX;

/* The first colour of the palette that neither a neighbour nor a block next to it has; otherwise the first that no
 * neighbour has. */
static uint32_t color_of(const coloring *work, uint32_t block, uint8_t *taken, uint32_t colors)
{
    const uint32_t *known = work->made->colors;
    const pair *pairs = work->pairs.items;
    uint32_t color = 0;
    memset(taken, 0, colors + PALETTE);
    for (size_t i = work->first[block]; i < work->first[block + 1]; i++)
        if (known[pairs[i].b] != uncolored) taken[known[pairs[i].b]] = 2;
    for (size_t i = 0; work->boxes != NULL && i < work->made->block_count; i++)
        if (known[i] != uncolored && taken[known[i]] == 0 && are_beside(&work->boxes[i], &work->boxes[block]))
            taken[known[i]] = 1;
    while (color < PALETTE && taken[color] != 0) color++;
    if (color < PALETTE) return color;
    for (color = 0; taken[color] == 2;) color++;
    return color;
}

static pdk_status give_colors(coloring *work, pdk_error *error)
{
    size_t blocks = work->made->block_count;
    uint32_t *order = pdk_alloc_array(work->memory, blocks, sizeof *order), *colors = work->made->colors;
    uint8_t *taken = pdk_alloc(work->memory, blocks + PALETTE + 1);
    if (order == NULL || taken == NULL || !find_order(work, order))
        return pdk_fail_memory(error, work->memory, "colours of blocks");
    for (size_t i = 0; i < blocks; i++) colors[i] = uncolored;
    for (size_t i = 0; i < blocks; i++) {
        uint32_t color = color_of(work, order[i], taken, work->made->color_count);
        colors[order[i]] = color;
        if (color >= work->made->color_count) work->made->color_count = color + 1;
    }
    pdk_free(work->memory, order);
    pdk_free(work->memory, taken);
    return PDK_OK;
}

/* ---------------------------------------------------------------------------------------------------------- blocks */

static bool find_spans(const pdk_mesh *mesh, pdk_memory *memory, pdk_block_colors *made)
{
    pdk_block_run *runs = pdk_alloc_array(memory, mesh->block_count, sizeof *runs);
    size_t count = 0;
    for (size_t i = 0; i < mesh->block_count && runs != NULL; i++) {
        const pdk_mesh_block *block = &mesh->blocks[i];
        if (block->point_count == 0) continue;
        runs[count++] = (pdk_block_run){ (uint32_t)block->first_point,
                                         (uint32_t)(block->first_point + block->point_count), (int32_t)i };
    }
    if (runs != NULL) pdk_block_runs_sort(runs, count);
    bool all = runs != NULL && pdk_block_spans_make(memory, runs, count, mesh->point_count, &made->spans);
    pdk_free(memory, runs);
    return all;
}

pdk_status pdk_block_colors_make(const pdk_mesh *mesh, pdk_memory *memory, pdk_block_colors *made, pdk_error *error)
{
    *made = (pdk_block_colors){ .block_count = mesh->block_count };
    if (mesh->block_count == 0 || mesh->block_count > INT32_MAX || mesh->point_count >= UINT32_MAX)
        return pdk_fail(error, PDK_E_UNSUPPORTED, PDK_NO_OFFSET, "mesh.blocks", "there are no blocks to be coloured");
    made->colors = pdk_alloc_array(memory, mesh->block_count, sizeof *made->colors);
    if (made->colors == NULL || !find_spans(mesh, memory, made))
        return pdk_fail_memory(error, memory, "colours of blocks");
    coloring work = { .mesh = mesh, .memory = memory, .made = made, .pairs = pdk_vector_of(memory, sizeof(pair)) };
    pdk_status status = find_pairs(&work, error);
    if (status == PDK_OK) status = find_boxes(&work, error);
    if (status == PDK_OK) status = give_colors(&work, error);
    pdk_free(memory, work.pairs.items);
    pdk_free(memory, work.first);
    pdk_free(memory, work.boxes);
    return status;
}

/* Colours that keep apart for most eyes, then around the circle by the golden ratio. */
void pdk_block_color(uint32_t number, uint8_t rgb[3])
{
    static const uint8_t palette[PALETTE][3] = {
        { 86, 180, 233 }, { 230, 159, 0 }, { 0, 158, 115 }, { 204, 121, 167 },
        { 240, 228, 66 }, { 0, 114, 178 }, { 213, 94, 0 },  { 150, 150, 150 }
    };
    if (number < PALETTE) {
        memcpy(rgb, palette[number], 3);
        return;
    }
    double hue = fmod((double)number * 0.618034, 1) * 6;
    for (int k = 0; k < 3; k++) {
        double far = fabs(fmod(hue + 6 - 2 * k, 6) - 3) - 1;
        rgb[k] = (uint8_t)(255 * (0.15 + 0.7 * fmin(fmax(far, 0), 1)) + 0.5);
    }
}
