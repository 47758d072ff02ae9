/*
 * Paddock: the binary files of racing simulators, opened.
 *
 * A file is opened as a document. A document has properties, tables, lines, surfaces, images and findings:
 *
 *     pdk_document *lap = NULL;
 *     pdk_error error;
 *     if (pdk_open_file("lap.raf", NULL, &lap, &error) != PDK_OK) { ... error.message ... }
 *
 *     const pdk_table *telemetry = pdk_document_find_table(lap, "telemetry"); // NULL: this format has no such table
 *     double speed[100];
 *     if (telemetry != NULL && pdk_table_rows(telemetry) >= 100) {
 *         size_t column = pdk_table_find_column(telemetry, "speed");
 *         if (pdk_table_read_f64(telemetry, column, 0, 100, speed, &error) != PDK_OK) { ... error.message ... }
 *     }
 *     const pdk_table *laps = pdk_document_find_table(lap, "laps"); // computed when it is first asked for
 *     pdk_close(lap);
 *
 * Each area has its own header, which this one includes. Conventions of all of them:
 *
 *   Status   Every call that can fail returns a pdk_status, PDK_OK being 0. The last argument takes a pdk_error with
 *            the details; NULL is fine if only the status matters. On failure out-parameters are left NULL or
 *            untouched.
 *   Ownership  An object that a call returns as `const` belongs to the document and lives until its last pdk_close. An
 *            object that a call creates (pdk_open_*, pdk_output_*) has exactly one closing call, which accepts NULL.
 *            Documents are reference-counted: pdk_retain adds a holder, each holder calls pdk_close once.
 *   Threads  A document may be read from any number of threads at once. Each holder may close on its own thread, when
 *            it has finished reading. The library prints nothing, never aborts and does not use errno as interface. Its
 *            only global state is a counter that numbers height indexes, the number of running callbacks, and the names
 *            of temporary files that are being written.
 *   Callbacks  core.h says what your functions may call while the library calls them. Other calls are refused with an
 *            error; nothing hangs or is corrupted.
 *   Safety   Any bytes may be opened. Counts and offsets in a file are checked against its size before anything is
 *            allocated or followed.
 *   Arguments  Calls that return a status check their arguments and fail with PDK_E_ARGUMENT. Calls without a status
 *            (pdk_table_rows ...) accept what the library returned, never NULL; an index out of range gives NULL.
 *   Texts    UTF-8. `const char *` ends with a NUL; a pdk_text has a size. Paths are UTF-8 on Windows; elsewhere they
 *            are the bytes that the system takes. Messages are UTF-8 if the paths and names in them are, and are never
 *            cut inside a character.
 *   Units    SI units in the file's own axes; every column, property and surface says which.
 *   Structs  Options begin with struct_size and can grow: see PDK_OPTIONS_INIT in core.h. A struct that a call hands
 *            out by pointer (pdk_format_info, pdk_field ...) may have more members at its end in a later version: read
 *            members through the pointer; do not copy, size or index it. All other structs stay as they are.
 *   Sizes    64-bit everywhere: files over 4 GiB are fine.
 *
 * C17, usable from C++17.
 */
#ifndef PADDOCK_PADDOCK_H
#define PADDOCK_PADDOCK_H

#include "core.h"
#include "layout.h"
#include "format.h"
#include "inputs.h"
#include "database.h"
#include "document.h"
#include "output.h"
#include "table.h"
#include "arrow.h"
#include "made.h"
#include "line.h"
#include "motion.h"
#include "rulings.h"
#include "analysis.h"
#include "track.h"
#include "season.h"
#include "compare.h"
#include "describe.h"
#include "surface.h"
#include "image.h"
#include "surface_measure.h"
#include "surface_query.h"
#include "surface_change.h"
#include "raster.h"
#include "convert.h"
#include "plot.h"
#include "posting.h"
#include "twin.h"
#include "edit.h"
#include "pack.h"
#include "synth.h"
#include "page.h"

#endif
