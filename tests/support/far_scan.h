/* A scan in UTM as files of other programs, with one more point that is far from all others, or no number. */
#ifndef PADDOCK_TESTS_FAR_SCAN_H
#define PADDOCK_TESTS_FAR_SCAN_H

#include "support.h"

enum { FAR_COLUMNS = 41, FAR_ROWS = 11, FAR_POINTS = FAR_COLUMNS * FAR_ROWS };

/* Formats that a scan is made in. */
extern const char *const far_formats[];
extern const size_t far_format_count;
/* Is it of points alone? */
bool far_is_cloud(const char *format);

/* The point itself, by number; 0 = there is none. */
enum { FAR_KINDS = 7 };
const double *far_point(int kind);
/* As the format holds it: floats, in a GLB. */
void far_stored(const char *format, int kind, double point[3]);
/* Can this format hold this point? */
bool far_fits(const char *format, int kind);
/* The file; free it. */
uint8_t *far_scan(const char *format, int kind, size_t *size);
/* Opens a file of this format, or fails the test. The bytes must stay. */
pdk_document *far_open(const char *format, const void *bytes, size_t size);
/* A point of the scan. */
void far_scan_point(size_t number, double point[3]);

#endif
