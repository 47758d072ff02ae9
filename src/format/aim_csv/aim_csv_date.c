/* Dates and times of day as Race Studio writes them. A date of digits alone is kept as it is: which of them is the day
 * is not known. */
#include <stdio.h>
#include <string.h>

#include "base/nocase.h"
#include "format/aim_csv/aim_csv.h"

static void skip_to_word(pdk_csv_span *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == ',')) text->at++;
}

static bool is_letter(char letter)
{
    return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
}

static pdk_csv_span next_word(pdk_csv_span *text)
{
    skip_to_word(text);
    pdk_csv_span word = { text->at, text->at };
    while (word.end < text->end && is_letter(*word.end)) word.end++;
    text->at = word.end;
    return word;
}

/* Of at most four digits; -1 = none. */
static int next_number(pdk_csv_span *text)
{
    int number = -1;
    for (int digits = 0; digits < 4 && text->at < text->end && *text->at >= '0' && *text->at <= '9'; digits++)
        number = (number < 0 ? 0 : number * 10) + (*text->at++ - '0');
    return number;
}

static int month_of(pdk_csv_span word)
{
    static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    if (word.end - word.at < 3) return 0;
    for (int i = 0; i < 12; i++)
        if (pdk_compare_nocase_n(word.at, months + (size_t)i * 3, 3) == 0) return i + 1;
    return 0;
}

bool pdk_aim_csv_date(pdk_csv_span text, char to[PDK_AIM_CSV_CLOCK])
{
    pdk_csv_span word = next_word(&text);
    int month = month_of(word);
    if (month == 0) month = month_of(next_word(&text)); /* after the day of the week */
    skip_to_word(&text);
    int day = next_number(&text);
    skip_to_word(&text);
    int year = next_number(&text);
    if (month == 0 || day < 1 || day > 31 || year < 1000 || text.at < text.end) return false;
    snprintf(to, PDK_AIM_CSV_CLOCK, "%04d-%02d-%02d", year, month, day);
    return true;
}

bool pdk_aim_csv_time_of_day(pdk_csv_span text, char to[PDK_AIM_CSV_CLOCK])
{
    int parts[3] = { -1, -1, -1 }, count = 0;
    do parts[count++] = next_number(&text);
    while (count < 3 && text.at < text.end && *text.at == ':' && text.at++);
    bool afternoon = pdk_csv_is(text, " PM"), half = afternoon || pdk_csv_is(text, " AM");
    if (!half && text.at < text.end) return false;
    if (count < 2 || parts[0] < 0 || parts[0] > (half ? 12 : 23) || parts[1] < 0 || parts[1] > 59) return false;
    if (count == 3 && (parts[2] < 0 || parts[2] > 59)) return false;
    if (half) parts[0] = parts[0] % 12 + (afternoon ? 12 : 0);
    if (count == 3) snprintf(to, PDK_AIM_CSV_CLOCK, "%02d:%02d:%02d", parts[0], parts[1], parts[2]);
    else snprintf(to, PDK_AIM_CSV_CLOCK, "%02d:%02d", parts[0], parts[1]);
    return true;
}

bool pdk_aim_csv_lap_time(pdk_csv_span text, char separator, double *seconds)
{
    *seconds = 0;
    for (int parts = 0; parts < 3; parts++) {
        double value;
        const char *colon = memchr(text.at, ':', (size_t)(text.end - text.at));
        pdk_csv_span part = { text.at, colon != NULL ? colon : text.end };
        if (!pdk_csv_number(part, separator, &value) || value < 0) return false;
        *seconds = *seconds * 60 + value;
        if (colon == NULL) return parts > 0;
        text.at = colon + 1;
    }
    return false;
}
