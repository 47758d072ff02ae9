/* The order in which letters are seen. A run (see visible_text.h) has letters from right to left, and between them
 * blanks, signs and digits; numbers keep their order. */
#include "plot/visual_text.h"

#include <string.h>

#include "base/text.h"
#include "base/visible_text.h"

typedef struct letters {
    uint32_t *at;
    size_t count;
} letters;

typedef struct turned {
    pdk_byte_buffer bytes;
    letters run;     /* room for one */
    bool turns, out; /* within a run; out of memory */
    bool any;
} turned;

/* How many forms letters have from U+0621 on: 1 joins nothing, 2 the letter before, 4 both; 0 is no letter. Their forms
 * follow each other in the same order from U+FE80 on: alone, last, first, middle. */
static const uint8_t forms[] = { 1, 2, 2, 2, 2, 4, 2, 4, 2, 4, 4, 4, 4, 4, 2, 2, 2, 2, 4, 4, 4,
                                 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 2, 2, 4 };
/* Letters of Persian and Urdu. */
static const struct {
    uint32_t letter, first;
    uint8_t count;
} other_forms[] = {
    { 0x679, 0xFB66, 4 }, { 0x67E, 0xFB56, 4 }, { 0x686, 0xFB7A, 4 }, { 0x688, 0xFB88, 2 }, { 0x691, 0xFB8C, 2 },
    { 0x698, 0xFB8A, 2 }, { 0x6A9, 0xFB8E, 4 }, { 0x6AF, 0xFB92, 4 }, { 0x6BA, 0xFB9E, 2 }, { 0x6BE, 0xFBAA, 4 },
    { 0x6C1, 0xFBA6, 4 }, { 0x6CC, 0xFBFC, 4 }, { 0x6D2, 0xFBAE, 2 },
};
enum { LAM = 0x644, TATWEEL = 0x640, FIRST_LETTER = 0x621, FIRST_FORM = 0xFE80 };

/* The first form of a letter, and how many it has; a tatweel joins both sides and has one look. */
static size_t forms_of(uint32_t letter, uint32_t *first)
{
    *first = letter;
    if (letter == TATWEEL) return 4;
    for (size_t i = 0; i < sizeof other_forms / sizeof other_forms[0]; i++) {
        if (other_forms[i].letter != letter) continue;
        *first = other_forms[i].first;
        return other_forms[i].count;
    }
    if (letter < FIRST_LETTER || letter - FIRST_LETTER >= sizeof forms) return 0;
    *first = FIRST_FORM;
    for (uint32_t i = 0; i < letter - FIRST_LETTER; i++) *first += forms[i];
    return forms[letter - FIRST_LETTER];
}

/* Points and vowels are above or below the letter before them. */
static bool is_mark(uint32_t letter)
{
    return (letter >= 0x591 && letter <= 0x5BD) || letter == 0x5BF || letter == 0x5C1 || letter == 0x5C2 ||
           letter == 0x5C4 || letter == 0x5C5 || letter == 0x5C7 || (letter >= 0x610 && letter <= 0x61A) ||
           (letter >= 0x64B && letter <= 0x65F) || letter == 0x670 || (letter >= 0x6D6 && letter <= 0x6DC) ||
           (letter >= 0x6DF && letter <= 0x6E4) || letter == 0x6E7 || letter == 0x6E8 ||
           (letter >= 0x6EA && letter <= 0x6ED) || letter == 0xFB1E;
}

static bool is_digit(uint32_t letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 0x660 && letter <= 0x669) ||
           (letter >= 0x6F0 && letter <= 0x6F9);
}

/* The lam and alef that are written as one, by the alef; 0 = not one. */
static uint32_t lam_with(uint32_t alef)
{
    return alef == 0x622 ? 0xFEF5 : alef == 0x623 ? 0xFEF7 : alef == 0x625 ? 0xFEF9 : alef == 0x627 ? 0xFEFB : 0;
}

/* The letter after `from` that is no mark; 0 = none. */
static uint32_t next_letter(const letters *run, size_t from, size_t *index)
{
    for (*index = from + 1; *index < run->count; ++*index) {
        if (!is_mark(run->at[*index])) return run->at[*index];
    }
    return 0;
}

/* Arabic letters become the forms that join them. */
static void join(letters *run)
{
    bool joined = false; /* with the letter before */
    size_t made = 0, next = 0;
    for (size_t i = 0; i < run->count; i++) {
        uint32_t letter = run->at[i], first, ignored;
        size_t count = forms_of(letter, &first);
        if (is_mark(letter)) {
            run->at[made++] = letter;
            continue;
        }
        uint32_t after = next_letter(run, i, &next), one = letter == LAM && next == i + 1 ? lam_with(after) : 0;
        bool last = joined && count >= 2, joins = count == 4 && forms_of(after, &ignored) >= 2;
        if (one != 0) {
            run->at[made++] = one + (last ? 1 : 0);
            i = next;
            joins = false;
        } else if (letter == TATWEEL || count == 0) {
            run->at[made++] = letter;
        } else {
            run->at[made++] = first + (joins ? (last ? 3 : 2) : last ? 1 : 0);
        }
        joined = joins;
    }
    run->count = made;
}

static void put(turned *to, const char *bytes, size_t size)
{
    uint8_t *more = to->out ? NULL : pdk_bytes_more(&to->bytes, size);
    to->out = more == NULL;
    if (more != NULL) memcpy(more, bytes, size);
}

/* Where the group of letters that ends before `end` begins: a number, or a letter with its marks. */
static size_t group_before(const letters *run, size_t end)
{
    size_t begin = end - 1;
    if (is_digit(run->at[begin])) {
        while (begin > 0 && is_digit(run->at[begin - 1])) begin--;
    } else {
        while (begin > 0 && is_mark(run->at[begin])) begin--;
    }
    return begin;
}

static void put_run(turned *to, const char *bytes, size_t size)
{
    static const uint32_t no_joiner = 0x200C, joiner = 0x200D;
    letters *run = &to->run;
    run->count = 0;
    for (size_t at = 0, taken; at < size; at += taken) {
        taken = pdk_utf8_sequence((const uint8_t *)bytes + at, size - at);
        run->at[run->count++] = pdk_utf8_letter(bytes + at, taken); /* clean text has no other */
    }
    join(run);
    for (size_t end = run->count; end > 0;) {
        size_t begin = group_before(run, end);
        for (size_t i = begin; i < end; i++) {
            char letter[4];
            if (run->at[i] == no_joiner || run->at[i] == joiner) continue; /* they have done their work */
            put(to, letter, pdk_utf8_write(letter, run->at[i]));
        }
        end = begin;
    }
}

static void take(void *user, const char *bytes, size_t size)
{
    turned *to = user;
    bool begins = pdk_opens_isolate(bytes, size), ends = pdk_closes_isolate(bytes, size);
    if (begins || ends) to->turns = begins;
    else if (to->turns) put_run(to, bytes, size);
    else put(to, bytes, size);
    to->any = to->any || begins;
}

const char *pdk_visual_text(pdk_memory *memory, const char *text)
{
    size_t size = strlen(text);
    turned to = { .bytes = { .memory = memory } };
    to.run.at = pdk_alloc_raw(memory, (size + 1) * sizeof *to.run.at);
    if (to.run.at == NULL) return NULL;
    pdk_show_text(text, size, take, &to);
    if (!to.any && !to.out) return text;
    put(&to, "", 1);
    return to.out ? NULL : (const char *)to.bytes.data;
}
