/* Writes the characters of the code pages with two bytes a character as C arrays, from this machine's iconv, for builds
 * that
 * have no iconv where they run (src/base/platform/tables).    code-pages FILE
 *
 * For each page: the characters of single bytes 0x80 to 0xFF, those of pairs (first byte 0x81 to 0xFE, second 0x40 to
 * 0xFE; 0 = none), and what is written otherwise than the first place of a letter: { letter, bytes }, where no bytes
 * mean that the letter is not written at all. */
#include <iconv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_LEAD = 0x81,
    LAST_LEAD = 0xFE,
    FIRST_TRAIL = 0x40,
    LAST_TRAIL = 0xFE,
    FIRST_SINGLE = 0x80,
    LAST_SINGLE = 0xFF
};

static const unsigned pages[] = { 932, 936, 949, 950 };

static iconv_t open_or_end(const char *to, const char *from)
{
    iconv_t conversion = iconv_open(to, from);
    if (conversion != (iconv_t)-1) return conversion;
    fprintf(stderr, "code-pages: iconv of this machine does not turn %s into %s\n", from, to);
    exit(1);
}

/* Bytes written; 0 where not all of it can be converted as it is. */
static size_t convert(iconv_t conversion, const unsigned char *from, size_t size, unsigned char *to, size_t room)
{
    char *in = (char *)(uintptr_t)from, *out = (char *)to;
    size_t left = room;
    iconv(conversion, NULL, NULL, NULL, NULL);
    size_t odd = iconv(conversion, &in, &size, &out, &left);
    if (odd == 0) odd = iconv(conversion, NULL, NULL, &out, &left);
    return odd == 0 && size == 0 ? room - left : 0;
}

static unsigned read_letter(iconv_t reader, const unsigned char *bytes, size_t size)
{
    unsigned char out[8];
    if (convert(reader, bytes, size, out, sizeof out) != 4) return 0;
    if (out[0] != 0 || out[1] != 0) {
        fprintf(stderr, "code-pages: a letter above U+FFFF\n");
        exit(1);
    }
    return (unsigned)out[2] << 8 | out[3];
}

/* The first place of each letter, as the reader of the table finds it: 0 = none, below 0x100 a single byte. */
static uint16_t first_place[0x10000];

static void keep_place(unsigned letter, unsigned place)
{
    if (letter != 0 && first_place[letter] == 0) first_place[letter] = (uint16_t)place;
}

static void put_reading(unsigned page, iconv_t reader)
{
    printf("static const uint16_t singles_%u[] = {\n", page);
    for (unsigned byte = FIRST_SINGLE; byte <= LAST_SINGLE; byte++) {
        unsigned char one = (unsigned char)byte;
        unsigned letter = read_letter(reader, &one, 1);
        keep_place(letter, byte);
        printf("%u,%c", letter, byte % 16 == 15 ? '\n' : ' ');
    }
    printf("};\nstatic const uint16_t pairs_%u[] = {\n", page);
    for (unsigned lead = FIRST_LEAD; lead <= LAST_LEAD; lead++) {
        for (unsigned trail = FIRST_TRAIL; trail <= LAST_TRAIL; trail++) {
            unsigned char two[] = { (unsigned char)lead, (unsigned char)trail };
            unsigned letter =
                read_letter(reader, two, 1) == 0 ? read_letter(reader, two, 2) : 0; /* one byte comes first */
            keep_place(letter, lead << 8 | trail);
            printf("%u,%c", letter, trail % 16 == 15 || trail == LAST_TRAIL ? '\n' : ' ');
        }
    }
    printf("};\n");
}

static void put_writing(unsigned page, iconv_t writer)
{
    printf("static const odd_letter odd_%u[] = {\n", page);
    for (unsigned letter = 0x80; letter <= 0xFFFF; letter++) {
        unsigned char in[] = { 0, 0, (unsigned char)(letter >> 8), (unsigned char)letter }, out[4] = { 0 };
        size_t size = convert(writer, in, sizeof in, out, sizeof out);
        unsigned place = size == 0 ? 0 : size == 1 ? out[0] : (unsigned)out[0] << 8 | out[1];
        if (size > 2) exit(1);
        if (place != first_place[letter]) printf("{ %u, %u },\n", letter, place);
    }
    printf("{ 0, 0 }\n};\n"); /* no array is empty */
}

int main(int argc, char **argv)
{
    if (argc != 2 || freopen(argv[1], "w", stdout) == NULL) return 2;
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        char name[16];
        snprintf(name, sizeof name, "CP%u", pages[i]);
        memset(first_place, 0, sizeof first_place);
        iconv_t reader = open_or_end("UTF-32BE", name), writer = open_or_end(name, "UTF-32BE");
        put_reading(pages[i], reader);
        put_writing(pages[i], writer);
        iconv_close(reader);
        iconv_close(writer);
    }
    return ferror(stdout) != 0 || fflush(stdout) != 0;
}
