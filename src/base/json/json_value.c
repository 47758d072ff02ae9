/* What is in JSON that was read. */
#include "json/json_read.h"

#include "base/read_number.h"

static const pdk_json_found nothing = { NULL, 0 };

pdk_json_found pdk_json_root(const pdk_json_tree *tree)
{
    return tree->count > 0 ? (pdk_json_found){ tree, 0 } : nothing;
}

char pdk_json_kind(pdk_json_found value)
{
    if (value.tree == NULL) return '\0';
    char first = value.tree->text[value.tree->nodes[value.node].at];
    return first == '-' || (first >= '0' && first <= '9') ? '0' : first;
}

static bool is_outer(pdk_json_found value)
{
    char kind = pdk_json_kind(value);
    return kind == '{' || kind == '[';
}

/* The node after a value and all that is in it. */
static uint32_t behind(pdk_json_found value)
{
    return is_outer(value) ? value.tree->nodes[value.node].next : value.node + 1;
}

pdk_json_found pdk_json_first(pdk_json_found outer)
{
    return is_outer(outer) && outer.node + 1 < behind(outer) ? (pdk_json_found){ outer.tree, outer.node + 1 } : nothing;
}

pdk_json_found pdk_json_next(pdk_json_found outer, pdk_json_found inner)
{
    uint32_t next = behind(inner);
    return next < behind(outer) ? (pdk_json_found){ outer.tree, next } : nothing;
}

pdk_json_found pdk_json_member(pdk_json_found object, const char *name)
{
    if (pdk_json_kind(object) != '{') return nothing;
    for (pdk_json_found key = pdk_json_first(object); key.tree != NULL;) {
        pdk_json_found value = pdk_json_next(object, key);
        if (pdk_json_is(key, name)) return value;
        key = pdk_json_next(object, value);
    }
    return nothing;
}

size_t pdk_json_count(pdk_json_found outer, size_t maximum)
{
    size_t each = pdk_json_kind(outer) == '{' ? 2 : 1, inside = 0;
    for (pdk_json_found at = pdk_json_first(outer); at.tree != NULL && inside / each < maximum;
         at = pdk_json_next(outer, at))
        inside++;
    return inside / each;
}

pdk_json_found pdk_json_item(pdk_json_found array, size_t index)
{
    if (pdk_json_kind(array) != '[') return nothing;
    pdk_json_found at = pdk_json_first(array);
    while (at.tree != NULL && index-- > 0) at = pdk_json_next(array, at);
    return at;
}

/* Where a text's bytes are, and the byte after them: a quote, or without escapes a NUL, which none has inside. */
static const char *letters(pdk_json_found value, char *end)
{
    const pdk_json_node *node = &value.tree->nodes[value.node];
    *end = node->next != 0 ? '\0' : '"';
    return node->next != 0 ? value.tree->plain + node->next - 1 : value.tree->text + node->at + 1;
}

pdk_text pdk_json_as_text(pdk_json_found value)
{
    char end;
    if (pdk_json_kind(value) != '"') return (pdk_text){ NULL, 0 };
    const char *text = letters(value, &end), *at = text;
    while (*at != end) at++;
    return (pdk_text){ text, (size_t)(at - text) };
}

bool pdk_json_is(pdk_json_found value, const char *text)
{
    char end;
    if (pdk_json_kind(value) != '"') return false;
    const char *at = letters(value, &end);
    while (*at != end && *at == *text && *text != '\0') at++, text++;
    return *at == end && *text == '\0';
}

bool pdk_json_as_number(pdk_json_found value, double *number)
{
    if (pdk_json_kind(value) != '0') return false;
    const char *at = value.tree->text + value.tree->nodes[value.node].at;
    return pdk_read_double(&at, value.tree->text + value.tree->size, number);
}

/* ---------------------------------------------------------------------------------------- names that occur twice */

/* By characters, equal ones by their place. */
static bool comes_before(const pdk_json_tree *tree, uint32_t a, uint32_t b, bool *same)
{
    char a_end, b_end;
    const char *left = letters((pdk_json_found){ tree, a }, &a_end),
               *right = letters((pdk_json_found){ tree, b }, &b_end);
    while (*left != a_end && *right != b_end && *left == *right) left++, right++;
    *same = *left == a_end && *right == b_end;
    if (*same) return a < b;
    if (*left == a_end || *right == b_end) return *left == a_end;
    return (unsigned char)*left < (unsigned char)*right;
}

static void sift(const pdk_json_tree *tree, uint32_t *names, size_t at, size_t count)
{
    bool same;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_before(tree, names[child], names[child + 1], &same)) child++;
        if (comes_before(tree, names[child], names[at], &same)) return;
        uint32_t held = names[at];
        names[at] = names[child];
        names[child] = held;
    }
}

/* A heap: needs no memory, and takes no longer whatever the names. */
static void sort(const pdk_json_tree *tree, uint32_t *names, size_t count)
{
    for (size_t i = count / 2; i-- > 0;) sift(tree, names, i, count);
    for (size_t last = count; last-- > 1;) {
        uint32_t held = names[0];
        names[0] = names[last];
        names[last] = held;
        sift(tree, names, 0, last);
    }
}

static bool find_double(const pdk_json_tree *tree, const uint32_t *names, size_t count, pdk_json_trouble *trouble)
{
    bool same = false;
    size_t i = 1;
    for (; i < count && !same; i++) comes_before(tree, names[i - 1], names[i], &same);
    if (!same) return false;
    *trouble = (pdk_json_trouble){ "an object has the same name twice", tree->nodes[names[i - 1]].at, 1 };
    for (size_t k = 0; k < trouble->at; k++) trouble->line += tree->text[k] == '\n';
    return true;
}

bool pdk_json_names_differ(const pdk_json_tree *tree, pdk_json_trouble *trouble)
{
    enum { FEW = 64 };
    for (uint32_t node = 0; node < tree->count; node++) {
        pdk_json_found object = { tree, node };
        size_t members = pdk_json_kind(object) == '{' ? pdk_json_count(object, SIZE_MAX) : 0, i = 0;
        uint32_t few[FEW], *names = members <= FEW ? few : pdk_alloc_array(tree->memory, members, sizeof *names);
        *trouble = (pdk_json_trouble){ NULL, 0, 1 };
        if (members < 2) continue;
        if (names == NULL) return false;
        for (pdk_json_found name = pdk_json_first(object); name.tree != NULL;) {
            names[i++] = name.node;
            name = pdk_json_next(object, pdk_json_next(object, name));
        }
        sort(tree, names, members);
        bool twice = find_double(tree, names, members, trouble);
        if (names != few) pdk_free(tree->memory, names);
        if (twice) return false;
    }
    return true;
}
