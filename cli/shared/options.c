/* The options: one line for each, with the one meaning it has in every verb that takes it. Help, the man page, the
 * completions and the parser go by this table. */
#include "options.h"

#include <stddef.h>

const cli_option_info cli_option_infos[CLI_OPTIONS] = {
    [CLI_HELP] = { "help", 'h', NULL, CLI_GENERAL, .help = "print this text" },
    [CLI_QUIET] = { "quiet", 'q', NULL, CLI_GENERAL, .help = "print answers and errors only: no notes, no progress" },

    [CLI_OUTPUT] = { "output", 'o', "OUT", CLI_WRITING, .values = "@file",
                     .help = "write to this file; - is standard output" },
    [CLI_NO_CLOBBER] = { "no-clobber", 0, NULL, CLI_WRITING, .help = "never replace a file that exists" },
    [CLI_IN_PLACE] = { "in-place", 0, NULL, CLI_WRITING, .help = "replace the input file, in one step at the end" },
    [CLI_PLAIN] = { "plain", 0, NULL, CLI_WRITING, .help = "do not pack the output, even if the input is packed" },
    [CLI_GZIP] = { "gzip", 0, NULL, CLI_WRITING, .help = "pack the output with gzip, as the game does" },
    [CLI_JSON] = { "json", 0, NULL, CLI_WRITING, .help = "print JSON" },
    [CLI_FORMAT] = { "format", 0, "FORMAT", CLI_WRITING, .values = "csv jsonl",
                     .help = "csv, jsonl or parquet [by the name of OUT, or csv]" },
    [CLI_UNITS] = { "units", 0, NULL, CLI_WRITING, .help = "put units into the CSV header: speed [m/s]" },
    [CLI_EXCEL] = { "excel", 0, NULL, CLI_WRITING,
                    .help = "CSV for Excel: semicolons, decimal commas, a byte order mark, CR LF; an apostrophe before "
                            "texts that begin with =, +, -, @, a tab or a line end, which Excel would calculate" },
    [CLI_MARKDOWN] = { "markdown", 0, NULL, CLI_WRITING, .help = "print Markdown",
                       .uses = { { .verbs = "fields", .help = "tables of fields, as in docs/formats" },
                                 { .verbs = "incidents", .help = "what a league's form asks for" } } },

    [CLI_CHAT] = { "chat", 0, NULL, CLI_WRITING,
                   .help = "print Markdown code blocks of at most 2000 characters each, for chats" },

    [CLI_AS] = { "as", 0, "ID", CLI_INPUT, .values = "@format", .help = "read as this format instead of detecting it" },
    [CLI_PARTIAL] = { "partial", 0, NULL, CLI_INPUT, .help = "read what is intact of a cut or damaged file" },
    [CLI_MEMORY_LIMIT] = { "memory-limit", 0, "BYTES", CLI_INPUT,
                           .help = "stop rather than use more memory; k, M, G may follow [16Gi]" },
    [CLI_RECORD_LIMIT] = { "record-limit", 0, "N", CLI_INPUT,
                           .help = "refuse tables with more rows [4Gi] and more pictures or containers [64Ki]" },

    [CLI_EVIDENCE] = { "evidence", 0, NULL,
                       .help = "print everything: the evidence for the format, all properties, "
                               "every column, the findings" },
    [CLI_LEVEL] = { "level", 0, "LEVEL", .values = "structure full 1 2 3 4 5 6 7 8 9",
                    .uses = { { .verbs = "check", .help = "how much to check: structure or full [full]" },
                              { .verbs = "pack", .help = "how hard to pack: 1 (fast) to 9 (smallest) [6]" } } },
    [CLI_TABLE] = { "table", 0, "NAME", .values = "@table", .help = "the table to take from each file" },
    [CLI_COLUMNS] = { "columns", 0, "A,B", .repeat = CLI_JOINED, .values = "@columns",
                      .help = "only these columns, in this order" },
    [CLI_ALL] = { "all", 0, NULL, .help = "leave nothing out",
                  .uses = { { .verbs = "table", .help = "print bulky columns too" },
                            { .verbs = "incidents, report",
                              .help = "near misses, unsafe returns to the track and lock-ups, too" } } },
    [CLI_ROWS] = { "rows", 0, "A:B",
                   .help = "from row A up to, not including, row B; the first row is 0; leave A or B out for the "
                           "start or end; -10: is the last ten" },
    [CLI_TIME] = { "time", 0, "A:B",
                   .help = "from time A to time B, both included, in seconds or as 1:20.5..1:30; leave A or B out for "
                           "the start or end" },
    [CLI_WHERE] = { "where", 0, "TEST", .repeat = CLI_EACH,
                    .help = "only rows for which this is true, such as 'speed>50' or 'driver=A. Driver'; there are = "
                            "!= < <= > >=; if given twice, both must be true" },
    [CLI_SEED] = { "seed", 0, "N", .help = "another seed gives another file [1]" },
    [CLI_DIALECT] = { "dialect", 0, "NAME", .values = "r1 r2 l 1.1 2.1 open closed car track",
                      .help = "vcr: r1, r2, l; rply: 1.1, 2.1; raf: 0.5V0, 100ms, part; tri: open, closed; wwww: open, "
                              "closed, car; crp: car, track" },
    [CLI_CARS] = { "cars", 0, "N", .help = "how many cars" },
    [CLI_SESSION] = { "session", 0, "KIND", .values = "race qualifying practice",
                      .help = "race, qualifying or practice, with everything that happens there" },
    [CLI_LAPS] = { "laps", 0, "N", .help = "a race over N laps" },
    [CLI_MINUTES] = { "minutes", 0, "M", .help = "a session of M minutes" },
    [CLI_POSES_EVERY] = { "poses-every", 0, "N", .help = "keep only every Nth of the 50 poses a second" },
    [CLI_WITHOUT] = { "without", 0, "LIST", .repeat = CLI_JOINED,
                      .values = "crossings order contacts pit penalties start joins notices",
                      .help =
                          "leave out what a file may lack: crossings, order, contacts, pit, penalties, start, joins, "
                          "notices" },
    [CLI_WITH] = { "with", 0, "LIST", .repeat = CLI_JOINED,
                   .values = "abreast wide absent boxed escapes status damage formation jumps speeding lag",
                   .help = "what else happens: cars abreast, wide at the edge of the road, one driver absent, one "
                           "in the box, escapes to the garage, status (did not finish), damage, formation (a lap "
                           "before a race), jumps (cars move before the start), speeding (in the pit lane); lag: "
                           "poses are up to 60 ms old" },
    [CLI_LOSE] = { "lose", 0, "LIST", .repeat = CLI_JOINED,
                   .help = "events that are not recorded: crossings:0.1 is a tenth of them, crossings#17 is one; kinds "
                           "as in --without, or all" },
    [CLI_LATE] = { "late", 0, "S", .help = "record the events of each car up to S seconds late, at random" },
    [CLI_TRUTH] = { "truth", 0, "FILE", .values = "@file", .help = "write what happened to this file, as JSON" },
    [CLI_HAND] = { "hand", 0, "N", .help = "raf: the driver; laps of one seed by different hands are on one track" },
    [CLI_SECONDS] = { "seconds", 0, "S", .help = "how long they drive, in seconds or as 1:20" },
    [CLI_POINTS] = { "points", 0, "N", .repeat = CLI_JOINED,
                     .uses = { { .verbs = "synth", .help = "how many points; k, M, G may follow" },
                               { .verbs = "season",
                                 .help = "points for the first place, the second ...; the places after them get none",
                                 .argument = "A,B,C..." } } },
    [CLI_POLE] = { "pole", 0, "N", .help = "points for the pole position [0]" },
    [CLI_FASTEST_LAP] = { "fastest-lap", 0, "N", .help = "points for the fastest lap of a race [0]" },
    [CLI_BEST] = { "best", 0, "N", .help = "only the N rounds with most points count for each driver [all]" },
    [CLI_TEAMS] = { "teams", 0, "FILE", .values = "@file",
                    .help = "a CSV file with the columns driver and team [the teams that the recordings name]" },
    [CLI_JOIN] = { "join", 0, NULL, CLI_INPUT,
                   .help = "join files that are parts of one recording of one session: their times overlap or follow" },
    [CLI_ANONYMISE] = { "anonymise", 0, NULL,
                        .help = "no names: drivers are \"Driver 1\" and so on, files \"Recording 1\"" },
    [CLI_BYTES] = { "bytes", 0, "N", .help = "about how large the file is; k, M, G may follow" },
    [CLI_RECOMPUTE] = { "recompute", 0, NULL,
                        .help = "also update what follows from the change: headings, right vectors, copies, lengths; "
                                "alone, all that follows from other fields" },
    [CLI_FROM] = { "from", 0, "FILE", .values = "@file",
                   .uses = { { .verbs = "track heights",
                               .help = "the places of nodes: a CSV file as `paddock table FILE nodes` prints it, with "
                                       "columns node and z, x and y if there; or a GLB or OBJ of the track, edited" },
                             { .verbs = "images",
                               .help =
                                   "bring points, texture coordinates and pictures of this edited GLB into the file "
                                   "(FAM, CFM) that it was made of" } } },
    [CLI_IMAGES] = { "images", 0, "FOLDER", .values = "@folder",
                     .help = "put the PNG files of this folder back, under the names that `paddock images` gave them" },
    [CLI_PALETTE] = { "palette", 0, NULL, .help = "make new palettes for these pictures, from their colours" },
    [CLI_RESIZE] = { "resize", 0, NULL, .help = "pictures may have another size; the file is laid out again" },
    [CLI_CODEC] = { "codec", 0, "ID", .values = "refpack huffman huffman-delta huffman-delta2 bytepair gzip auto",
                    .help = "refpack, huffman, huffman-delta, huffman-delta2, bytepair, gzip, or auto [refpack]" },
    [CLI_LIKE] = { "like", 0, "ea1998", .values = "ea1998", .help = "give the same bytes as the games' own packers" },
    [CLI_VARIANT] = { "variant", 0, "CODE",
                      .values =
                          "10FB 11FB 90FB 91FB 30FB 31FB B0FB B1FB 32FB 33FB B2FB B3FB 34FB 35FB B4FB B5FB 46FB 47FB",
                      .help = "the header to write: 10FB, 11FB, 90FB, 91FB, 31FB ..., or \"DBPF 10FB\"" },
    [CLI_DROP] = { "drop", 0, "A,B", .repeat = CLI_JOINED, .values = "degenerate duplicates unused all",
                   .help = "also drop what is allowed but useless: degenerate, duplicates, unused, or all" },
    [CLI_DRIVERS] = { "drivers", 0, "A,B", .repeat = CLI_JOINED,
                      .help = "only these, by name, by the beginning of a word of it, or by number (a slot, a car's "
                              "index)" },
    [CLI_ENTRY] = { "entry", 0, "NAME", .values = "@image",
                    .help = "only this image, by its name in `paddock info`: 0/3/A000" },
    [CLI_TARGET] = { "to", 0, "ID", CLI_WRITING, .values = "@target",
                     .uses = { { .verbs = "convert, surface",
                                 .help = "the format to write [by the name of OUT]; `paddock formats` lists them" },
                               { .verbs = "ingest",
                                 .help = "the folder of the dataset",
                                 .argument = "DATASET",
                                 .values = "@folder" } } },
    [CLI_FAM] = { "fam", 0, "FILE", .values = "@file",
                  .help = "textures and models of a track: a file, a folder, or `none` [X.FAM, X_001.FAM or X_T01.FAM "
                          "beside it or in ETRACKFAM, GTRACKFAM, NTRACKFAM]" },
    [CLI_AXES] = { "axes", 0, "+y-x+z", .help = "the axes of the input that become x, y and z; a rotation" },
    [CLI_SCALE] = { "scale", 0, "N", .help = "metres in a unit of the input [1]" },
    [CLI_ORIGIN] = { "origin", 0, "X,Y,Z", .values = "auto none",
                     .help = "subtract this from the points, or `auto`, or `none` [auto where floats would lose more "
                             "than 0.1 mm]" },
    [CLI_SOURCE_ORIGIN] = { "source-origin", 0, "X,Y,Z", .values = "none",
                            .help = "what was subtracted from the input's points, or `none` [what its .origin.json "
                                    "says]" },
    [CLI_CRS] = { "crs", 0, "EPSG:N",
                  .help =
                      "the coordinate system of the points, stated in GLB, PLY, OBJ, OpenCRG, OpenDRIVE and GeoTIFF "
                      "[that of the input, if it states one]" },
    [CLI_ASCII] = { "ascii", 0, NULL, .help = "ply, crg: write numbers as text" },
    [CLI_DOUBLE] = { "double", 0, NULL, .help = "ply: write coordinates as doubles, which need no origin" },
    [CLI_LINE] = { "line", 0, "X,Y,X,Y...",
                   .uses = { { .verbs = "surface",
                               .help = "the line through these points, or those of FILE.csv (columns x and y)" },
                             { .verbs = "convert",
                               .help = "crg, opendrive: the reference line goes through these points, or those of "
                                       "FILE.csv, or `auto`: along the middle of the road [straight along the surface; "
                                       "in opendrive the line that IN has]" },
                             { .verbs = "laps, standings, compare",
                               .help = "the start line, from one point to another, in the axes that "
                                       "`paddock info` states [as stored, or found]" },
                             { .verbs = "plot",
                               .help = "the start line, from one point to another [as stored, or found]; of a surface: "
                                       "the line through these points" } } },
    [CLI_STEP] = { "step", 0, "M", .help = "metres from one row to the next",
                   .uses = { { .verbs = "surface", .help = "[0.05]" },
                             { .verbs = "compare", .help = "[1]" },
                             { .verbs = "plot", .help = "[1; 0.05 along a surface]" },
                             { .verbs = "convert", .help = "[in crg and opendrive as dense as the surface]" } } },
    [CLI_EVERY] = { "every", 0, "M",
                    .uses = { { .verbs = "surface", .help = "metres along the line from one to the next" },
                              { .verbs = "plot",
                                .help = "sections: metres along the line from one to the next [10]" } } },
    [CLI_WIDTH] = { "width", 0, "M",
                    .uses = { { .verbs = "surface", .help = "metres across the line, half of them on each side" },
                              { .verbs = "plot", .help = "sections: metres across the line [12]" },
                              { .verbs = "convert",
                                .help = "crg, opendrive: metres across the reference line, half of them on each side "
                                        "[as wide as the surface or track; 12 in opendrive of laps]" } } },
    [CLI_TRIANGULATE] = { "triangulate", 0, NULL, .help = "make triangles from points: Delaunay, seen from above" },
    [CLI_MAX_EDGE] = { "max-edge", 0, "M", .help = "with --triangulate: no edge longer than this, in metres" },
    [CLI_BLOCKS] = { "blocks", 0, "M", .help = "rld: a block for each square of M metres [the input's objects]" },
    [CLI_QUANTIZE] = { "quantize", 0, NULL, .help = "glb: coordinates in 16 bits" },
    [CLI_COMPRESS] = { "compress", 0, NULL, .help = "glb: compressed, for programs with EXT_meshopt_compression" },
    [CLI_SURFACE] = { "surface", 0, "NAME", CLI_INPUT, .help = "use this surface of several [all as one]" },
    [CLI_BOX] = { "box", 0, "X0,Y0,X1,Y1", .help = "the box to keep, seen from above" },
    [CLI_WELD] = { "weld", 0, "M", .help = "join points no further apart than M metres; 0 joins equal points only" },
    [CLI_MAX_AREA] = { "max-area", 0, "M2", .help = "close holes up to this area, in square metres" },
    [CLI_ERROR] = { "error", 0, "M",
                    .uses = { { .verbs = "surface",
                                .help = "no point of the original is further from the result than M metres: 0.005 is 5 "
                                        "mm" },
                              { .verbs = "convert",
                                .help =
                                    "opendrive: metres that the road may be off its line, its heights and its edges "
                                    "[0.05]" } } },
    [CLI_CRG] = { "crg", 0, "FILE", .values = "@file",
                  .help = "opendrive: the surface of the road is in this OpenCRG file, whose name is written as given "
                          "[IN, if it is OpenCRG]" },
    [CLI_RATIO] = { "ratio", 0, "R", .help = "stop at this share of the triangles, 0 to 1" },
    [CLI_LOCK_BORDER] = { "lock-border", 0, NULL, .help = "leave the edges of the surface as they are" },
    [CLI_AT] = { "at", 0, "WHERE", .repeat = CLI_EACH,
                 .uses = { { .verbs = "surface", .help = "a point X,Y; may be given several times" },
                           { .verbs = "standings", .help = "as it was at this time of the session: 80 or 1:20.5" } } },
    [CLI_NEAR] = { "near", 0, "Z", .help = "if there are several layers: the one nearest to this height" },
    [CLI_COORDINATES] = { "coordinates", 0, "FILE", .values = "@file",
                          .help = "the points in a CSV file with the columns x and y, and z if it has one" },
    [CLI_PATH] = { "path", 0, "FILE", .values = "@file",
                   .help = "the points where the first car drove in this replay or lap" },
    [CLI_WHEEL] = { "wheel", 0, "NAME", .values = "front_left front_right rear_left rear_right",
                    .help = "with --path: the points of this wheel instead: front_left ..." },
    [CLI_CELL] = { "cell", 0, "M", .help = "width of a square cell (a pixel, a tile) in metres" },
    [CLI_SIZE] = { "size", 0, "WxH",
                   .uses = { { .verbs = "surface", .help = "at most this many pixels" },
                             { .verbs = "plot, laps, standings, stints, rules, season",
                               .help = "of a picture: exactly this many pixels" } } },
    [CLI_OF] = { "of", 0, "WHAT",
                 .values = "height hillshade slope block contour roughness sections "
                           "speed gear throttle brake delta lap strip box",
                 .help = "what to draw",
                 .uses = { { .verbs = "surface", .help = "height, hillshade, slope or block (in colours) [height]" },
                           { .verbs = "convert",
                             .help = "glb, obj: block, a colour for each block, none like its neighbours" },
                           { .verbs = "plot",
                             .help = "of a map: speed, gear, throttle, brake, delta or lap [speed; lap of several]; of "
                                     "laptimes: strip or box [strip]; of a surface: hillshade, height, contour, "
                                     "roughness or sections [hillshade]" } } },
    [CLI_BY] = { "by", 0, "WAY", .values = "ruler projection distance",
                 .help = "how points on the laps are matched: by the game's `ruler`, by `projection` on one line, "
                         "or by the `distance` travelled, which is rough [ruler if the files share one, otherwise "
                         "projection]" },
    [CLI_ALIGN] = { "align", 0, "WAY", .values = "auto none",
                    .help = "auto: a lap on another map is moved onto the line of the reference; none: coordinates are "
                            "compared as they are [auto]" },
    [CLI_MAX_RESIDUAL] = { "max-residual", 0, "M",
                           .help = "refuse a lap whose line is further from the reference's after that, in metres "
                                   "(RMS) [5]" },
    [CLI_REFERENCE] = { "reference", 0, "FILE", .values = "@file",
                        .help = "srt: show the delta to the best lap of this file [the driver's best lap of IN]" },
    [CLI_CORNERS] = { "corners", 0, NULL,
                      .help = "take all laps together: each driver's best, mean and deviation in every corner" },
    [CLI_MINISECTORS] = { "minisectors", 0, "N",
                          .help = "take all laps together, in N parts of the track of one length [25 with --corners]" },
    [CLI_TRACK] = { "track", 0, "FILE", .values = "@file",
                    .uses = { { .verbs = "convert",
                                .help =
                                    "glb of laps and replays: the ground, from a surface or track of the same "
                                    "place, or `none` [the mesh of its site beside a lap, SITE_3DH.smx; otherwise a "
                                    "ribbon as wide as the laps use it]; opendrive of them: the line of the road, from "
                                    "a TRI, CRG or PTH, or `none` [the path beside a lap of Live for Speed, otherwise "
                                    "the line that was driven]" },
                              { .verbs = "compare",
                                .help = "take the track from this file, which has a line: TRI, CRG or PTH [the track "
                                        "as it was driven]" },
                              { .verbs = "incidents, plot, report, table",
                                .help =
                                    "take the track from this file, which has a line: TRI, CRG or PTH [the path beside "
                                    "a lap of Live for Speed, otherwise the track as it was driven]" } } },
    [CLI_GROUND] = { "ground", 0, "FILE", .values = "@file",
                     .help = "the ground of laps in 3D, from a surface of the same place, or `none` [the mesh of its "
                             "site beside a lap, SITE_3DH.smx, if none of the files is one]" },
    [CLI_CAR_INFO] = { "car-info", 0, "FILE", .values = "@file",
                       .help =
                           "dynamics and handling: take the centre of gravity and inertia from this CAR_info.bin of "
                           "the lap's car [CAR_info.bin or XXX_CAR_info.bin beside the lap, if it is of its car]" },
    [CLI_CLIPS] = { "clips", 0, "DIR", CLI_WRITING, .values = "@folder",
                    .help = "write a short replay of each incident into this folder" },
    [CLI_BEFORE] = { "before", 0, "S", CLI_WRITING, .help = "with --clips: begin this many seconds before [10]" },
    [CLI_AFTER] = { "after", 0, "S", CLI_WRITING, .help = "with --clips: end this many seconds after [15]" },
    [CLI_GAP] = { "gap", 0, "S",
                  .help = "contacts that share a car are one incident if they are no more than S seconds apart [2]" },
    [CLI_DRIVER] = { "driver", 0, "NAME",
                     .help = "only this driver: a name, the beginning of a word of it, or a slot number" },
    [CLI_CLASS] = { "class", 0, "NAME", .help = "only this class; in text with positions and gaps in the class" },
    [CLI_RULINGS] = { "rulings", 0, "FILE", .values = "@file",
                      .help =
                          "apply what stewards decided: a CSV table with the columns driver and kind, and value, lap, "
                          "incident, file, reason" },
    [CLI_RESULTS] = { "results", 0, "FILE", .values = "@file",
                      .help = "the game's results file (XML) of the same session: its places, times and penalties are "
                              "official [that of the replay's session, beside it or in the game's Log/Results]" },
    [CLI_SORT] = { "sort", 0, "KEY", .values = "time", .help = "time: the fastest lap first" },
    [CLI_LAP] = { "lap", 0, "N",
                  .uses = { { .verbs = "standings", .help = "as it was after lap N" },
                            { .verbs = "incidents", .help = "only those of lap N" } } },
    [CLI_ID] = { "id", 0, "ID",
                 .help = "incident: this one, by its id in `paddock incidents` or the beginning of it [the first]" },
    [CLI_TURN] = { "turn", 0, "N", .help = "only those of turn N; the table `corners` has the turns" },
    [CLI_KIND] = { "kind", 0, "A,B", .repeat = CLI_JOINED,
                   .values = "contact impact spin off_track damage near_miss unsafe_return lock_up",
                   .help = "only these kinds: contact, impact, spin, off_track, damage, near_miss, unsafe_return, "
                           "lock_up" },
    [CLI_MIN_STOP] = { "min-stop", 0, "S", .help = "how long a stop with service must be, in seconds or as 1:20" },
    [CLI_PIT_LIMIT] = { "pit-limit", 0, "KMH", .help = "the speed limit of the pit lane, in km/h" },
    [CLI_JUMP_TOLERANCE] = { "jump-tolerance", 0, "M",
                             .help = "how far a car may have moved when the race begins, in metres [0.1]" },
    [CLI_POSITIONS] = { "positions", 0, NULL, .help = "also print the positions lap by lap" },
    [CLI_TABLES] = { "tables", 0, "A,B", .repeat = CLI_JOINED,
                     .help = "these tables [the main one and all computed ones]" },
    [CLI_JOBS] = { "jobs", 0, "N", .help = "use N processors [all]" },
    [CLI_BATCH] = { "batch", 0, "BYTES",
                    .help = "process files in batches of up to this many bytes; k, M, G may follow [512M]" },
    [CLI_STATUS] = { "status", 0, "DATASET", .values = "@folder", .help = "only say what is in a dataset" },
    [CLI_ON_ERROR] = { "on-error", 0, "WHAT", CLI_INPUT, .values = "skip stop",
                       .help = "if one of several files cannot be read: skip it with a note, or stop [stop]" },
    [CLI_CAR] = { "car", 0, "FILE", .values = "@file",
                  .help =
                      "glb of laps and replays: the shape of the cars, from a mesh such as GLB or CFM [a plain car]" },
    [CLI_GAPS] = { "gaps", 0, NULL, .help = "also print the gap to the car in front" },
    [CLI_TITLE] = { "title", 0, "TEXT", .help = "the title [says what is shown]" },
    [CLI_HZ] = { "hz", 0, "N",
                 .help = "positions of each car per second [all if they are few, otherwise 10 or as many as fit]" },
    [CLI_LIBRARY] = { "library", 0, "FILE", .values = "@file",
                      .help =
                          "put this library into the page, so that the page can open other files: paddock.wasm, which "
                          "`make wasm` makes" },
    [CLI_THEME] = { "theme", 0, "NAME", .values = "light dark", .help = "light or dark [light]" },
    [CLI_OVER] = { "over", 0, "WHAT", .values = "distance time",
                   .help = "what the horizontal axis shows: distance or time [distance, if laps are known]" },
    [CLI_NO_INCIDENTS] = { "no-incidents", 0, NULL, .help = "do not mark on a map where incidents were" },
    [CLI_SHOWN_UNITS] = { "units", 0, "A,B", .repeat = CLI_JOINED, .values = "kmh mph deg rpm mm kN F",
                          .help = "show these units: kmh, mph, deg, rpm, mm, kN, F [those of `paddock info`]" },
};
