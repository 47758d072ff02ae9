/* What a table is made of, as an Arrow schema: a struct of its columns. */
#include <string.h>

#include "arrow/arrow_metadata.h"

const char *pdk_arrow_format(pdk_type type)
{
    static const char *const formats[] = {
        [PDK_TYPE_NONE] = "n", [PDK_BOOL] = "b",    [PDK_INT8] = "c",   [PDK_UINT8] = "C", [PDK_INT16] = "s",
        [PDK_UINT16] = "S",    [PDK_INT32] = "i",   [PDK_UINT32] = "I", [PDK_INT64] = "l", [PDK_UINT64] = "L",
        [PDK_FLOAT32] = "f",   [PDK_FLOAT64] = "g", [PDK_TEXT] = "u",   [PDK_BYTES] = "z",
    };
    return formats[type];
}

static void release_schema(struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i]->release != NULL) schema->children[i]->release(schema->children[i]);
    }
    if (schema->dictionary != NULL && schema->dictionary->release != NULL)
        schema->dictionary->release(schema->dictionary);
    pdk_arrow_block *block = schema->private_data;
    schema->release = NULL;
    pdk_arrow_block_drop(block);
}

typedef struct child_schema {
    struct ArrowSchema schema, dictionary;
} child_schema;

/* False when memory runs out. */
static bool describe_column(pdk_arrow_block *block, const pdk_arrow_column *column, child_schema *child)
{
    const pdk_column_info *info = column->info;
    bool names = column->kind == PDK_ARROW_NAMES;
    child->schema = (struct ArrowSchema){ .format = pdk_arrow_format(names ? PDK_INT32 : info->type),
                                          .name = pdk_keep(&block->memory, info->name),
                                          .metadata = pdk_arrow_column_metadata(&block->memory, info),
                                          .flags = info->nullable ? ARROW_FLAG_NULLABLE : 0,
                                          .dictionary = names ? &child->dictionary : NULL,
                                          .release = release_schema,
                                          .private_data = block };
    child->dictionary =
        (struct ArrowSchema){ .format = pdk_arrow_format(info->type == PDK_BYTES ? PDK_BYTES : PDK_TEXT),
                              .name = "",
                              .release = names ? release_schema : NULL,
                              .private_data = block };
    pdk_arrow_block_hold(block, names ? 2 : 1);
    return child->schema.name != NULL && child->schema.metadata != NULL;
}

pdk_status pdk_arrow_schema_make(const pdk_arrow_plan *plan, const pdk_allocator *allocator, struct ArrowSchema *schema,
                                 pdk_error *error)
{
    pdk_arrow_block *block = pdk_arrow_block_make(allocator, NULL);
    child_schema *children = NULL;
    struct ArrowSchema **list = NULL;
    bool good = block != NULL;
    if (good) {
        children = pdk_alloc_array(&block->memory, plan->count, sizeof *children);
        list = pdk_alloc_array(&block->memory, plan->count, sizeof *list);
        good = children != NULL && list != NULL;
    }
    struct ArrowSchema whole = { .format = "+s",
                                 .name = "",
                                 .n_children = (int64_t)plan->count,
                                 .children = list,
                                 .release = release_schema,
                                 .private_data = block };
    for (size_t i = 0; i < plan->count && good; i++) {
        good = describe_column(block, &plan->columns[i], &children[i]);
        list[i] = &children[i].schema;
        whole.n_children = (int64_t)i + 1;
    }
    if (good) good = (whole.metadata = pdk_arrow_table_metadata(&block->memory, plan->table)) != NULL;
    if (good) {
        *schema = whole;
        return PDK_OK;
    }
    if (list == NULL || children == NULL) pdk_arrow_block_drop(block);
    else release_schema(&whole);
    return pdk_fail(error, PDK_E_MEMORY, PDK_NO_OFFSET, "memory.out", "out of memory for an Arrow schema");
}
