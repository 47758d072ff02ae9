/* Code pages of a program that has no iconv where it runs: the tables that the building machine's iconv filled
 * (tools/code-pages.c). */
#include "platform/code_page.h"

/* What is written otherwise than the first place of a letter says; 0 = not at all. */
typedef struct odd_letter {
    uint16_t letter, place;
} odd_letter;

#include "platform/tables/code_page_letters.inc"

enum { FIRST_LEAD = 0x81, LAST_LEAD = 0xFE, FIRST_TRAIL = 0x40, LAST_TRAIL = 0xFE, FIRST_SINGLE = 0x80 };
enum {
    TRAILS = LAST_TRAIL - FIRST_TRAIL + 1,
    LEADS = LAST_LEAD - FIRST_LEAD + 1,
    SINGLES = 0x80,
    PAIRS = LEADS * TRAILS
};

typedef struct code_page {
    unsigned number;
    const uint16_t *singles, *pairs;
    const odd_letter *odd;
    size_t odd_count;
} code_page;

#define CODE_PAGE(number)                                                                                \
    {                                                                                                    \
        number, singles_##number, pairs_##number, odd_##number, sizeof odd_##number / sizeof(odd_letter) \
    }
static const code_page pages[] = { CODE_PAGE(932), CODE_PAGE(936), CODE_PAGE(949), CODE_PAGE(950) };

_Static_assert(sizeof singles_932 == SINGLES * sizeof(uint16_t), "a letter for each byte");
_Static_assert(sizeof pairs_932 == PAIRS * sizeof(uint16_t), "a letter for each pair of bytes");

static const code_page *find(unsigned number)
{
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        if (pages[i].number == number) return &pages[i];
    }
    return NULL;
}

size_t pdk_code_page_read(unsigned number, const uint8_t *bytes, size_t size, uint32_t *letter)
{
    const code_page *page = find(number);
    if (page == NULL) return 0;
    uint32_t found = bytes[0] < FIRST_SINGLE ? bytes[0] : page->singles[bytes[0] - FIRST_SINGLE];
    bool one = found != 0 || bytes[0] == 0;
    bool pair = !one && size >= 2 && bytes[0] >= FIRST_LEAD && bytes[0] <= LAST_LEAD && bytes[1] >= FIRST_TRAIL &&
                bytes[1] <= LAST_TRAIL;
    if (pair) found = page->pairs[(bytes[0] - FIRST_LEAD) * TRAILS + bytes[1] - FIRST_TRAIL];
    if (!one && found == 0) return 0;
    *letter = found;
    return one ? 1 : 2;
}

/* Single bytes as they are, pairs as two; 0 = none. */
static uint16_t place_of(const code_page *page, uint16_t letter)
{
    for (size_t i = 0; i < page->odd_count; i++) {
        if (page->odd[i].letter == letter) return page->odd[i].place;
    }
    for (unsigned i = 0; i < SINGLES; i++) {
        if (page->singles[i] == letter) return (uint16_t)(FIRST_SINGLE + i);
    }
    for (unsigned i = 0; i < PAIRS; i++) {
        if (page->pairs[i] == letter) return (uint16_t)((FIRST_LEAD + i / TRAILS) << 8 | (FIRST_TRAIL + i % TRAILS));
    }
    return 0;
}

size_t pdk_code_page_write(unsigned number, uint32_t letter, uint8_t bytes[4])
{
    const code_page *page = find(number);
    if (page == NULL || letter > 0xFFFF) return 0;
    uint16_t place = letter < FIRST_SINGLE ? (uint16_t)letter : place_of(page, (uint16_t)letter);
    if (place == 0 && letter != 0) return 0;
    bool one = place < 0x100;
    bytes[0] = (uint8_t)(one ? place : place >> 8);
    bytes[1] = (uint8_t)place;
    return one ? 1 : 2;
}
