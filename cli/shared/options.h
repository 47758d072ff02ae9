/* Options: one list for all verbs (options.c). */
#ifndef PADDOCK_CLI_OPTIONS_H
#define PADDOCK_CLI_OPTIONS_H

/* An option means the same in every verb that takes it. */
typedef enum cli_option {
    CLI_HELP, /* ends lists */
    CLI_QUIET,
    CLI_JSON,
    CLI_PARTIAL,
    CLI_AS,
    CLI_OUTPUT,
    CLI_NO_CLOBBER,
    CLI_EVIDENCE,
    CLI_LEVEL,
    CLI_MARKDOWN,
    CLI_TABLE,
    CLI_COLUMNS,
    CLI_ALL,
    CLI_ROWS,
    CLI_TIME,
    CLI_WHERE,
    CLI_FORMAT,
    CLI_UNITS,
    CLI_EXCEL,
    CLI_SEED,
    CLI_DIALECT,
    CLI_CARS,
    CLI_SECONDS,
    CLI_POINTS,
    CLI_POLE,
    CLI_FASTEST_LAP,
    CLI_BEST,
    CLI_TEAMS,
    CLI_JOIN,
    CLI_ANONYMISE,
    CLI_BYTES,
    CLI_GZIP,
    CLI_SESSION,
    CLI_LAPS,
    CLI_MINUTES,
    CLI_POSES_EVERY,
    CLI_WITHOUT,
    CLI_WITH,
    CLI_LOSE,
    CLI_LATE,
    CLI_TRUTH,
    CLI_HAND,
    CLI_PLAIN,
    CLI_IN_PLACE,
    CLI_RECOMPUTE,
    CLI_FROM,
    CLI_IMAGES,
    CLI_PALETTE,
    CLI_RESIZE,
    CLI_CODEC,
    CLI_LIKE,
    CLI_VARIANT,
    CLI_DROP,
    CLI_DRIVERS,
    CLI_ENTRY,
    CLI_MEMORY_LIMIT,
    CLI_RECORD_LIMIT,
    CLI_TARGET,
    CLI_FAM,
    CLI_AXES,
    CLI_SCALE,
    CLI_ORIGIN,
    CLI_SOURCE_ORIGIN,
    CLI_CRS,
    CLI_ASCII,
    CLI_DOUBLE,
    CLI_LINE,
    CLI_STEP,
    CLI_EVERY,
    CLI_WIDTH,
    CLI_TRIANGULATE,
    CLI_MAX_EDGE,
    CLI_BLOCKS,
    CLI_QUANTIZE,
    CLI_COMPRESS,
    CLI_SURFACE,
    CLI_BOX,
    CLI_WELD,
    CLI_MAX_AREA,
    CLI_ERROR,
    CLI_CRG,
    CLI_RATIO,
    CLI_LOCK_BORDER,
    CLI_AT,
    CLI_NEAR,
    CLI_COORDINATES,
    CLI_PATH,
    CLI_WHEEL,
    CLI_CELL,
    CLI_SIZE,
    CLI_OF,
    CLI_BY,
    CLI_TRACK,
    CLI_GROUND,
    CLI_CAR_INFO,
    CLI_CLIPS,
    CLI_BEFORE,
    CLI_AFTER,
    CLI_GAP,
    CLI_DRIVER,
    CLI_CLASS,
    CLI_SORT,
    CLI_LAP,
    CLI_POSITIONS,
    CLI_GAPS,
    CLI_TURN,
    CLI_ID,
    CLI_KIND,
    CLI_MIN_STOP,
    CLI_PIT_LIMIT,
    CLI_JUMP_TOLERANCE,
    CLI_CAR,
    CLI_TITLE,
    CLI_HZ,
    CLI_LIBRARY,
    CLI_THEME,
    CLI_OVER,
    CLI_SHOWN_UNITS,
    CLI_NO_INCIDENTS,
    CLI_ON_ERROR,
    CLI_TABLES,
    CLI_JOBS,
    CLI_STATUS,
    CLI_BATCH,
    CLI_ALIGN,
    CLI_MAX_RESIDUAL,
    CLI_CHAT,
    CLI_RULINGS,
    CLI_RESULTS,
    CLI_REFERENCE,
    CLI_CORNERS,
    CLI_MINISECTORS,
    CLI_OPTIONS
} cli_option;

/* The headings of a verb's help. */
typedef enum cli_group { CLI_OWN, CLI_WRITING, CLI_INPUT, CLI_GENERAL, CLI_GROUPS } cli_group;

/* What giving an option twice means. A switch may be given twice. */
typedef enum cli_repeat { CLI_REFUSED, CLI_JOINED /* by a comma */, CLI_EACH /* cli_next_value */ } cli_repeat;

/* What an option does in some verbs. Its meaning is the same everywhere; what it is about differs. */
typedef struct cli_option_use {
    const char *verbs; /* "laps, standings, surface raster"; "surface" = all its tools */
    const char *help;
    const char *argument, *values; /* NULL = those that the option has elsewhere */
} cli_option_use;

enum { CLI_MOST_USES = 4 };

typedef struct cli_option_info {
    const char *name;     /* "rows" */
    char letter;          /* 'o', or 0 */
    const char *argument; /* "A:B"; NULL = a switch */
    cli_group group;
    cli_repeat repeat;
    const char *values; /* for completions: words, or @file, @folder, @format, @target, @table, @columns, @image */
    const char *help;   /* in every verb; NULL where `uses` says it all */
    cli_option_use uses[CLI_MOST_USES]; /* of some, ended by NULL or the last */
} cli_option_info;

extern const cli_option_info cli_option_infos[CLI_OPTIONS];

#endif
