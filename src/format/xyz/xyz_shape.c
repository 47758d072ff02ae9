/* What kind of lines these are, by the first that are not remarks. */

#include "base/read_number.h"
#include "format/xyz/xyz.h"
#include "base/nocase.h"

bool pdk_xyz_is_content(const void *user, const pdk_line *line)
{
    (void)user;
    return *line->at != '#' && *line->at != '%' &&
           !(line->end - line->at >= 2 && line->at[0] == '/' && line->at[1] == '/');
}

bool pdk_xyz_field(pdk_line *line, char separator, pdk_line *field)
{
    if (separator == ' ') return pdk_line_word(line, field);
    if (line->at == NULL) return false;
    const char *behind = memchr(line->at, separator, (size_t)(line->end - line->at));
    *field = (pdk_line){ line->at, behind != NULL ? behind : line->end };
    line->at = behind != NULL ? behind + 1 : NULL; /* an empty field after the last separator is one, too */
    while (field->at < field->end && pdk_is_blank(*field->at)) field->at++;
    while (field->end > field->at && pdk_is_blank(field->end[-1])) field->end--;
    bool quoted = field->end - field->at >= 2 && *field->at == '"' && field->end[-1] == '"';
    if (quoted) *field = (pdk_line){ field->at + 1, field->end - 1 };
    return true;
}

static size_t count_fields(pdk_line line, char separator, size_t *numbers, bool *commas)
{
    size_t count = 0;
    pdk_line field;
    *numbers = 0;
    for (; pdk_xyz_field(&line, separator, &field); count++) {
        double value;
        *numbers += pdk_word_number(&field, &value);
        /* "1,5": a number, a comma, a number */
        const char *comma = separator != ',' ? memchr(field.at, ',', (size_t)(field.end - field.at)) : NULL;
        pdk_line whole = { field.at, comma }, part = { comma != NULL ? comma + 1 : NULL, field.end };
        if (comma != NULL && pdk_word_number(&whole, &value) && pdk_word_number(&part, &value)) *commas = true;
    }
    return count;
}

static char separator_of(const pdk_line *line)
{
    size_t size = (size_t)(line->end - line->at);
    if (memchr(line->at, ';', size) != NULL) return ';';
    if (memchr(line->at, ',', size) == NULL) return ' ';
    /* "1,5 2,5 3,5" has commas and blanks: they separate when a comma is before each blank, or there are none */
    pdk_line rest = *line, word;
    size_t words = 0, inside = 0, numbers;
    bool commas = false;
    while (pdk_line_word(&rest, &word)) {
        words++;
        inside += memchr(word.at, ',', (size_t)(word.end - word.at - 1)) != NULL && word.end[-1] != ',';
    }
    if (words < 3 || inside < words) return ',';
    count_fields(*line, ' ', &numbers, &commas);
    return commas ? ' ' : ',';
}

static bool is_name(const pdk_line *field, const char *const *names)
{
    size_t length = (size_t)(field->end - field->at);
    for (; *names != NULL; names++) {
        if (strlen(*names) == length && pdk_compare_nocase_n(field->at, *names, length) == 0) return true;
    }
    return false;
}

/* Names of columns, x, y and z among them? */
static bool take_names(pdk_xyz_shape *shape, pdk_line line, char separator)
{
    static const char *const names[3][4] = { { "x", "easting", "east" },
                                             { "y", "northing", "north" },
                                             { "z", "height", "elevation" } };
    pdk_line field;
    size_t count = 0;
    int axis[3] = { -1, -1, -1 };
    pdk_line fields[PDK_XYZ_COLUMNS];
    while (count < PDK_XYZ_COLUMNS && pdk_xyz_field(&line, separator, &field)) {
        for (int k = 0; k < 3; k++) {
            if (axis[k] < 0 && is_name(&field, names[k])) axis[k] = (int)count;
        }
        fields[count++] = field;
    }
    if (axis[0] < 0 || axis[1] < 0 || axis[2] < 0) return false;
    memcpy(shape->axis, axis, sizeof axis);
    memcpy(shape->names, fields, count * sizeof *fields);
    shape->has_names = true;
    return true;
}

static bool fail(pdk_xyz_shape *shape, pdk_bytes bytes, const char *at, const char *code, const char *sentence)
{
    shape->trouble = code;
    shape->sentence = sentence;
    shape->trouble_at = (uint64_t)((const uint8_t *)at - bytes.data);
    return false;
}

static bool check_encoding(pdk_xyz_shape *shape, pdk_bytes bytes)
{
    const uint8_t *at = bytes.data;
    size_t size = bytes.size < 4096 ? bytes.size : 4096;
    if (size >= 2 && ((at[0] == 0xFF && at[1] == 0xFE) || (at[0] == 0xFE && at[1] == 0xFF))) {
        return fail(shape, bytes, (const char *)at, "xyz.encoding", "the text is UTF-16: save it as UTF-8 first");
    }
    if (size > 0 && memchr(at, 0, size) != NULL) {
        return fail(shape, bytes, (const char *)memchr(at, 0, size), "xyz.encoding", "expected text, found a NUL byte");
    }
    if (size > 0 && memchr(at, '\r', size) != NULL &&
        memchr(bytes.data, '\n', bytes.size < (1 << 20) ? bytes.size : 1 << 20) == NULL) {
        return fail(shape, bytes, (const char *)memchr(at, '\r', size), "xyz.lines",
                    "lines end with a carriage return alone, as on old Macs: convert the line ends first");
    }
    shape->begin = pdk_utf8_mark(bytes);
    return true;
}

/* A line of data: three numbers where x, y and z are. */
static bool take_data(pdk_xyz_shape *shape, pdk_bytes bytes, pdk_line line)
{
    size_t numbers;
    bool commas = false;
    shape->separator = separator_of(&line);
    shape->columns = count_fields(line, shape->separator, &numbers, &commas);
    if (commas) {
        return fail(shape, bytes, line.at, "xyz.comma",
                    "numbers have a decimal comma: write them with a point (a comma may also separate columns)");
    }
    if (shape->columns < 3)
        return fail(shape, bytes, line.at, "xyz.columns", "expected at least three numbers in a line");
    if (shape->columns > PDK_XYZ_COLUMNS) shape->columns = PDK_XYZ_COLUMNS;
    pdk_line field;
    for (int column = 0; pdk_xyz_field(&line, shape->separator, &field); column++) {
        double value;
        bool wanted = column == shape->axis[0] || column == shape->axis[1] || column == shape->axis[2];
        if (wanted && !pdk_word_number(&field, &value)) {
            return fail(shape, bytes, field.at, "xyz.columns", "expected a number, or a header that names x, y and z");
        }
    }
    return true;
}

enum { LOOKED_AT = 1 << 20 /* bytes, so that files of any size are refused at once */ };

bool pdk_xyz_look(pdk_bytes bytes, pdk_xyz_shape *shape)
{
    size_t size = bytes.size < LOOKED_AT ? bytes.size : LOOKED_AT;
    *shape = (pdk_xyz_shape){ .axis = { 0, 1, 2 }, .announced = UINT64_MAX };
    if (!check_encoding(shape, bytes)) return false;
    const char *text = (const char *)bytes.data, *end = text + size;
    pdk_text_cursor cursor = { text + shape->begin, end, NULL, NULL };
    pdk_line line;
    for (int i = 0; i < 200 && pdk_text_next(&cursor, &line); i++) {
        size_t numbers;
        bool commas = false;
        if (cursor.at == end && size < bytes.size)
            return fail(shape, bytes, line.at, "xyz.columns", "this line continues after the first megabyte");
        if (!pdk_xyz_is_content(NULL, &line)) { /* "//X Y Z R G B" */
            pdk_line names = line;
            while (names.at < names.end &&
                   (*names.at == '/' || *names.at == '#' || *names.at == '%' || pdk_is_blank(*names.at)))
                names.at++;
            if (!shape->has_names && names.at < names.end) take_names(shape, names, separator_of(&names));
            continue;
        }
        size_t fields = count_fields(line, separator_of(&line), &numbers, &commas);
        int64_t announced;
        const char *number = line.at;
        if (fields == 1 && shape->announced == UINT64_MAX && pdk_read_integer(&number, line.end, &announced) &&
            number == line.end && announced >= 0) {
            shape->announced = (uint64_t)announced;
        } else if (numbers == 0 && !commas && !shape->has_names && fields >= 3) {
            if (!take_names(shape, line, separator_of(&line))) {
                return fail(shape, bytes, line.at, "xyz.header", "the header does not name the columns x, y and z");
            }
        } else {
            return take_data(shape, bytes, line);
        }
        shape->begin = (uint64_t)(cursor.at - text);
    }
    return fail(shape, bytes, end, "xyz.empty",
                size < bytes.size ? "the first megabyte has no points" : "the file has no points");
}
