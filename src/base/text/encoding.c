/* Letters out of bytes and back. A reader gives one letter after the other; a writer takes one after the other. */
#include "text/encoding.h"

#include <string.h>

#include "base/text.h"
#include "platform/code_page.h"
#include "text/code_pages.h"

/* Live for Speed's switches: `^L` and so on change the code page of what follows, until the next one; a text begins in
 * Latin letters. The letters are the game's own; that each means Windows' code page of those languages is what its
 * players' programs agree on for Latin and Cyrillic, and a guess for the others. */
static const struct {
    char letter;
    unsigned page;
} lfs_pages[] = {
    { 'L', 1252 }, /* Western Europe: the first, tried first when writing */
    { 'E', 1250 }, /* Central Europe */
    { 'T', 1254 }, /* Turkish */
    { 'B', 1257 }, /* Baltic */
    { 'G', 1253 }, /* Greek */
    { 'C', 1251 }, /* Cyrillic */
    { 'J', 932 },  /* Japanese */
    { 'K', 949 },  /* Korean */
    { 'H', 950 },  /* traditional Chinese */
    { 'S', 936 },  /* simplified Chinese */
};
/* Characters that the game writes as `^` and a letter: those that Windows forbids in names of files, and `#`. */
static const struct {
    char letter, stands_for;
} lfs_escapes[] = {
    { 'v', '|' }, { 'a', '*' }, { 'c', ':' }, { 'd', '\\' }, { 's', '/' }, { 'q', '?' },
    { 't', '"' }, { 'l', '<' }, { 'r', '>' }, { 'h', '#' },  { '^', '^' },
};
enum { LFS_ESCAPES = sizeof lfs_escapes / sizeof lfs_escapes[0] };
enum { LFS_PAGES = sizeof lfs_pages / sizeof lfs_pages[0], LFS_LATIN = 1252, LFS_MARK = '^', LFS_RESET = '8' };

static unsigned lfs_page_of(uint8_t letter)
{
    for (int i = 0; i < LFS_PAGES; i++) {
        if ((uint8_t)lfs_pages[i].letter == letter) return lfs_pages[i].page;
    }
    return 0;
}

static char lfs_letter_of(unsigned page)
{
    for (int i = 0; i < LFS_PAGES; i++) {
        if (lfs_pages[i].page == page) return lfs_pages[i].letter;
    }
    return 0;
}

/* The letter at the beginning of `bytes` in a code page; *letter is PDK_NO_LETTER where there is none. */
static size_t read_page(unsigned page, const uint8_t *bytes, size_t size, uint32_t *letter)
{
    if (bytes[0] < 0x80 || page >= 1250) {
        *letter = pdk_single_byte_read(page, bytes[0]);
        return 1;
    }
    size_t taken = pdk_code_page_read(page, bytes, size, letter);
    if (taken > 0) return taken;
    *letter = PDK_NO_LETTER;
    return 1;
}

static size_t write_page(unsigned page, uint32_t letter, uint8_t bytes[4])
{
    if (letter < 0x80 || page >= 1250) {
        int byte = pdk_single_byte_write(page, letter);
        if (byte >= 0) bytes[0] = (uint8_t)byte;
        return byte >= 0;
    }
    return pdk_code_page_write(page, letter, bytes);
}

/* ------------------------------------------------------------------------------------------------- reading */

static bool is_ascii(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] >= 0x80) return false;
    }
    return true;
}

static bool is_colour(uint8_t letter)
{
    return letter >= '0' && letter <= '9';
}

/* What a `^` and the byte after it mean. */
typedef struct lfs_code {
    bool known;
    unsigned page;   /* of what follows; 0 = as before */
    uint32_t letter; /* 0 = a colour or a switch */
} lfs_code;

static lfs_code code_at(const uint8_t *bytes, size_t size)
{
    if (size < 2 || bytes[0] != LFS_MARK) return (lfs_code){ false, 0, 0 };
    for (int i = 0; i < LFS_ESCAPES; i++) {
        if ((uint8_t)lfs_escapes[i].letter == bytes[1]) {
            return (lfs_code){ true, 0, (uint8_t)lfs_escapes[i].stands_for };
        }
    }
    unsigned page = bytes[1] == LFS_RESET ? LFS_LATIN : lfs_page_of(bytes[1]);
    return (lfs_code){ page != 0 || is_colour(bytes[1]), page, 0 };
}

static bool has_code(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (code_at(bytes + i, size - i).known) return true;
    }
    return false;
}

/* Bytes that are their own UTF-8. */
static bool is_plain(pdk_encoding encoding, const uint8_t *bytes, size_t size)
{
    if (encoding == PDK_ENCODING_UTF8 || encoding == PDK_ENCODING_UTF8_OR_1252) return pdk_is_utf8(bytes, size);
    return is_ascii(bytes, size) && (encoding != PDK_ENCODING_LFS || !has_code(bytes, size));
}

/* The size of the text in UTF-8; `to` may be NULL. */
static size_t read_letters(pdk_encoding encoding, const uint8_t *bytes, size_t size, char *to)
{
    size_t length = 0;
    unsigned page = LFS_LATIN;
    for (size_t i = 0; i < size;) {
        char buffer[4];
        lfs_code code = encoding == PDK_ENCODING_LFS ? code_at(bytes + i, size - i) : (lfs_code){ false, 0, 0 };
        if (code.known) {
            if (code.page != 0) page = code.page;
            if (code.letter != 0) length += pdk_utf8_write(to != NULL ? to + length : buffer, code.letter);
            i += 2;
            continue;
        }
        uint32_t letter = PDK_NO_LETTER;
        size_t taken = encoding == PDK_ENCODING_UTF8 ? pdk_utf8_sequence(bytes + i, size - i) : 0;
        if (taken > 0) letter = pdk_utf8_letter(bytes + i, taken);
        else if (encoding == PDK_ENCODING_UTF8) taken = 1;
        else taken = read_page(page, bytes + i, size - i, &letter);
        i += taken;
        length += pdk_utf8_write(to != NULL ? to + length : buffer, letter);
    }
    return length;
}

pdk_text pdk_text_read(pdk_memory *memory, pdk_encoding encoding, const void *bytes, size_t size)
{
    if (size == 0) return (pdk_text){ "", 0 };
    if (encoding == PDK_ENCODING_ASCII) encoding = PDK_ENCODING_UTF8_OR_1252; /* as text where it is not, after all */
    if (is_plain(encoding, bytes, size)) return (pdk_text){ bytes, size };
    if (size > SIZE_MAX / 4) return (pdk_text){ NULL, 0 };
    size_t length = read_letters(encoding, bytes, size, NULL);
    char *text = pdk_keep_room(memory, length + 1);
    if (text == NULL) return (pdk_text){ NULL, 0 };
    return (pdk_text){ text, read_letters(encoding, bytes, size, text) };
}

pdk_text pdk_text_read_padded(pdk_memory *memory, pdk_encoding encoding, const void *bytes, size_t size)
{
    return pdk_text_read(memory, encoding, bytes, pdk_text_length(bytes, size));
}

/* ------------------------------------------------------------------------------------------------- writing */

/* Where bytes go, as far as there is room. */
typedef struct sink {
    uint8_t *to;
    size_t capacity, size;
} sink;

static void put(sink *out, const uint8_t *bytes, size_t size)
{
    if (out->size + size <= out->capacity) memcpy(out->to + out->size, bytes, size);
    out->size += size;
}

static bool put_escape(sink *out, uint32_t letter)
{
    for (int i = 0; i < LFS_ESCAPES; i++) {
        if ((uint8_t)lfs_escapes[i].stands_for != letter) continue;
        put(out, (const uint8_t[]){ LFS_MARK, (uint8_t)lfs_escapes[i].letter }, 2);
        return true;
    }
    return false;
}

/* A letter in the page the text is in, or in the first that has it, after a switch. False when no page has it. */
static bool put_lfs(sink *out, uint32_t letter, unsigned *page)
{
    if (put_escape(out, letter)) return true;
    uint8_t bytes[4];
    size_t size = write_page(*page, letter, bytes);
    for (int i = 0; size == 0 && i < LFS_PAGES; i++) {
        size = write_page(lfs_pages[i].page, letter, bytes);
        if (size == 0) continue;
        *page = lfs_pages[i].page;
        put(out, (const uint8_t[]){ LFS_MARK, (uint8_t)lfs_letter_of(*page) }, 2);
    }
    if (size > 0) put(out, bytes, size);
    return size > 0;
}

static bool put_letter(sink *out, pdk_encoding encoding, uint32_t letter, unsigned *page)
{
    uint8_t bytes[4];
    size_t size = 0;
    switch (encoding) {
    case PDK_ENCODING_LFS: return put_lfs(out, letter, page);
    case PDK_ENCODING_WINDOWS_1252: size = write_page(LFS_LATIN, letter, bytes); break;
    case PDK_ENCODING_UTF8:
    case PDK_ENCODING_UTF8_OR_1252: size = pdk_utf8_write((char *)bytes, letter); break;
    default:
        bytes[0] = (uint8_t)letter;
        size = letter < 0x80;
        break;
    }
    if (size > 0) put(out, bytes, size);
    return size > 0;
}

pdk_text_writing pdk_text_write(pdk_encoding encoding, const char *text, size_t size, uint8_t *to, size_t capacity)
{
    sink out = { .to = to, .capacity = capacity };
    unsigned page = LFS_LATIN;
    pdk_text_writing result = { 0 };
    for (size_t i = 0; i < size;) {
        size_t taken = pdk_utf8_sequence((const uint8_t *)text + i, size - i);
        bool fits = taken > 0 && put_letter(&out, encoding, pdk_utf8_letter(text + i, taken), &page);
        if (!fits && result.refused == NULL) {
            result.refused = text + i;
            result.refused_size = taken > 0 ? taken : 1;
        }
        i += taken > 0 ? taken : 1;
    }
    result.size = out.size;
    return result;
}

pdk_text pdk_text_exact(pdk_encoding encoding, const void *bytes, size_t size, char buffer[PDK_TEXT_BUFFER_SIZE])
{
    static const pdk_text none = { NULL, 0 };
    uint8_t back[2 * PDK_TEXT_BUFFER_SIZE];
    if (encoding == PDK_ENCODING_BYTES) encoding = PDK_ENCODING_UTF8; /* as a text where they happen to be one */
    bool may_escape = encoding == PDK_ENCODING_LFS; /* a bare slash reads as one, but is written as `^s` */
    if (!may_escape && is_plain(encoding, bytes, size)) return (pdk_text){ bytes, size };
    if (size > PDK_TEXT_BUFFER_SIZE / 4) return none;
    size_t length = read_letters(encoding, bytes, size, buffer);
    pdk_text_writing writing = pdk_text_write(encoding, buffer, length, back, sizeof back);
    bool same = writing.refused == NULL && writing.size == size && memcmp(back, bytes, size) == 0;
    return same ? (pdk_text){ buffer, length } : none;
}

const char *pdk_encoding_name(pdk_encoding encoding)
{
    static const char *const names[] = {
        [PDK_ENCODING_NONE] = "",
        [PDK_ENCODING_BYTES] = "bytes",
        [PDK_ENCODING_ASCII] = "ASCII",
        [PDK_ENCODING_UTF8] = "UTF-8",
        [PDK_ENCODING_WINDOWS_1252] = "Windows-1252",
        [PDK_ENCODING_UTF8_OR_1252] = "UTF-8 or Windows-1252",
        [PDK_ENCODING_LFS] = "Live for Speed's code pages",
    };
    return (size_t)encoding < sizeof names / sizeof names[0] ? names[encoding] : "";
}
