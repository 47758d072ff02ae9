/*
 * How many wheels has a car, and how long is a skid point? The file does not say; the frames do, because each has to
 * end exactly where its size says.
 *
 * A frame is read with every count of wheels in turn (backtracking, without recursion) and a reading counts when
 *   - every command is known and in its place: a car that is set is described at once, as recorders do,
 *   - every orientation is about of length 1,
 *   - the last command ends with the frame.
 * Each frame votes for the counts under which it can be read so; the count that is clearly ahead wins. Frames with
 * commands of unknown size cannot end exactly; when there are no others, reaching such a command is the weaker vote.
 * A budget of steps proportional to the file's size bounds all of it.
 */
#include "format/rply/rply_walk.h"

enum {
    MAX_CHOICES = 64, /* undecided things in one reading of one frame */
    MAX_FRAMES = 256, /* frames asked about one thing */
    CLEAR_LEAD = 4,   /* votes ahead of the second */
    HIGHEST_ID = 31,  /* ids up to here may be commands of later versions */
    OPTIONS = PDK_RPLY_MAX_WHEELS
};

typedef struct choice {
    pdk_rply_walk before; /* stopped at the undecided command */
    int32_t car;          /* PDK_RPLY_NO_CAR: the size of skid points */
    uint32_t option;      /* 0 .. options - 1 */
} choice;

typedef struct frame_reader {
    pdk_rply *replay;
    int32_t wanted; /* what is asked */
    bool any_car;   /* also cars that were not announced */
    choice choices[MAX_CHOICES];
    size_t depth;
    uint32_t exact, weak; /* options of `wanted`, as bits, under which this frame can be read */
} frame_reader;

typedef struct ballot {
    uint32_t exact[OPTIONS], weak[OPTIONS];
} ballot;

static uint32_t options_of(int32_t car)
{
    return car == PDK_RPLY_NO_CAR ? 2 : PDK_RPLY_MAX_WHEELS;
}

static uint32_t option_size(const pdk_rply *replay, int32_t car, uint32_t option)
{
    if (car != PDK_RPLY_NO_CAR) return replay->state_size + 12 * (option + 1);
    return option == 0 ? pdk_rply_skid_point.size : pdk_rply_skid_point_transparent.size;
}

static bool orientation_holds(const uint8_t *state)
{
    double sum = 0;
    for (size_t i = 0; i < 4; i++) {
        double part = (double)pdk_load_f32(state + PDK_RPLY_STATE_ORIENTATION + 4 * i);
        sum += part * part;
    }
    return sum > 0.9 * 0.9 && sum < 1.1 * 1.1;
}

/* Is the command just taken what a recorder would write? */
static bool command_holds(const frame_reader *reader, const pdk_rply_walk *walk)
{
    if (walk->id == PDK_RPLY_STATE) return orientation_holds(walk->payload);
    if (walk->id != PDK_RPLY_SET_CAR) return true;
    bool announced = reader->replay->row_of[walk->car] != PDK_RPLY_NO_ROW || walk->car == reader->wanted;
    if (!announced && !reader->any_car) return false;
    if ((size_t)(walk->end - walk->next) < pdk_rply_command.size) return false;
    unsigned id = pdk_load_u16(walk->next);
    return id == PDK_RPLY_STATE || id == PDK_RPLY_POSITION;
}

static choice *find_choice(frame_reader *reader, int32_t car)
{
    for (size_t i = 0; i < reader->depth; i++) {
        if (reader->choices[i].car == car) return &reader->choices[i];
    }
    return NULL;
}

static void count_reading(frame_reader *reader, bool is_exact)
{
    const choice *made = find_choice(reader, reader->wanted);
    if (made == NULL) return;
    if (is_exact) reader->exact |= 1u << made->option;
    else reader->weak |= 1u << made->option;
}

/* Takes the command before which a choice is, under its present option. */
static bool take(const frame_reader *reader, pdk_rply_walk *walk, const choice *made)
{
    return pdk_rply_walk_suppose(walk, option_size(reader->replay, made->car, made->option)) &&
           command_holds(reader, walk);
}

/* Reads on until the reading ends or fails (false) or a new choice was opened (true). */
static bool read_on(frame_reader *reader, pdk_rply_walk walk)
{
    for (;;) {
        if (reader->replay->budget == 0) return false;
        reader->replay->budget--;
        if (pdk_rply_walk_next(&walk)) {
            if (!command_holds(reader, &walk)) return false;
            continue;
        }
        if (walk.stop != PDK_RPLY_ASK_WHEELS && walk.stop != PDK_RPLY_ASK_SKID) break;
        int32_t car = walk.stop == PDK_RPLY_ASK_WHEELS ? walk.car : PDK_RPLY_NO_CAR;
        const choice *made = find_choice(reader, car);
        if (made == NULL) {
            if (reader->depth == MAX_CHOICES) return false;
            reader->choices[reader->depth++] = (choice){ walk, car, UINT32_MAX };
            return true;
        }
        if (!take(reader, &walk, made)) return false;
    }
    if (walk.stop == PDK_RPLY_DONE) count_reading(reader, true);
    if (walk.stop == PDK_RPLY_UNKNOWN_ID && walk.id <= HIGHEST_ID) count_reading(reader, false);
    return false;
}

/* Every reading of one frame. */
static void read_frame(frame_reader *reader, const uint8_t *frame)
{
    reader->depth = 0;
    reader->exact = reader->weak = 0;
    read_on(reader, pdk_rply_walk_frame(reader->replay, frame));
    while (reader->depth > 0 && reader->replay->budget > 0) {
        choice *top = &reader->choices[reader->depth - 1];
        if (++top->option == options_of(top->car)) { /* from UINT32_MAX, which stands for none yet, to 0 */
            reader->depth--;
            continue;
        }
        pdk_rply_walk walk = top->before;
        if (take(reader, &walk, top)) read_on(reader, walk);
    }
}

/* The option ahead of all others; *lead is by how much. */
static uint32_t leader(const uint32_t counts[OPTIONS], uint32_t *lead)
{
    uint32_t best = 0, second = 0, winner = 0;
    for (uint32_t i = 0; i < OPTIONS; i++) {
        if (counts[i] > best) {
            second = best;
            best = counts[i];
            winner = i;
        } else if (counts[i] > second) {
            second = counts[i];
        }
    }
    *lead = best - second;
    return winner;
}

/* Lets the frames from `offset` on vote until one option leads clearly. */
static ballot ask_frames(frame_reader *reader, uint64_t offset)
{
    ballot votes = { 0 };
    pdk_bytes bytes = reader->replay->bytes;
    for (uint32_t asked = 0; asked < MAX_FRAMES && reader->replay->budget > 0; asked++) {
        if (bytes.size - offset < pdk_rply_frame.size) break;
        const uint8_t *frame = bytes.data + offset;
        uint32_t size = pdk_rply_frame_size(frame), lead;
        if (size < pdk_rply_frame.size || size > bytes.size - offset) break;
        read_frame(reader, frame);
        for (uint32_t i = 0; i < OPTIONS; i++) {
            votes.exact[i] += reader->exact >> i & 1;
            votes.weak[i] += reader->weak >> i & 1;
        }
        leader(votes.exact, &lead);
        if (lead >= CLEAR_LEAD) break;
        offset += size;
    }
    return votes;
}

/* True when something was decided. */
static bool decide(frame_reader *reader, uint64_t offset)
{
    pdk_rply *replay = reader->replay;
    ballot votes = ask_frames(reader, offset);
    uint32_t lead, *counts = votes.exact, option = leader(counts, &lead);
    if (lead == 0) option = leader(counts = votes.weak, &lead);
    if (lead == 0) return false;
    if (reader->wanted == PDK_RPLY_NO_CAR) {
        replay->payload[PDK_RPLY_SKID_POINT] = (uint16_t)option_size(replay, PDK_RPLY_NO_CAR, option);
        replay->skid_votes = counts[option];
        return true;
    }
    pdk_rply_car *car = pdk_rply_car_at(replay, reader->wanted);
    if (car == NULL) return false;
    car->votes = counts[option];
    replay->wheels[reader->wanted] = (uint8_t)(option + 1);
    return true;
}

void pdk_rply_infer(pdk_rply *replay, uint64_t offset, int32_t car)
{
    frame_reader reader = { .replay = replay, .wanted = car };
    if (decide(&reader, offset)) return;
    reader.any_car = true;
    if (decide(&reader, offset)) return;
    if (car == PDK_RPLY_NO_CAR) { /* what the version's writers did */
        const pdk_record *usual = replay->major == 1 ? &pdk_rply_skid_point : &pdk_rply_skid_point_transparent;
        replay->payload[PDK_RPLY_SKID_POINT] = (uint16_t)usual->size;
    } else {
        pdk_rply_car_at(replay, car);
        replay->wheels[car] = PDK_RPLY_HOPELESS;
    }
}
