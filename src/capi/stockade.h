/* Stockade for C and for every language that calls C: rules, records and engine of the Quoridor family.
 *
 * Texts are UTF-8. Specs, positions and turns are those of docs/notation.md. Every `const char*` that a
 * function returns is JSON and stays valid until the next call. An answer that could not be given is
 * {"error": "English words", "code": "word.more-words", "args": {...}}.
 *
 * Call from one thread at a time; only the flag of stockade_stop_flag() may be written by another. Within one
 * major version functions are added and none is changed.
 */
#ifndef STOCKADE_H
#define STOCKADE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Rules --- */

/* Every game with its options. */
const char* stockade_games(void);
/* A checked spec: every option's value and the shortest text that means the same. */
const char* stockade_spec(const char* spec);

/* A game being played, by a number: {"id": 1}. The seed, a whole number below 2^53, decides dice and who
 * starts. */
const char* stockade_create(const char* spec, double seed);
const char* stockade_from_position(const char* position, double seed);
const char* stockade_copy(int id);
/* From here on `id` is a number that was answered and has not been closed; any other ends the program. */
void stockade_close(int id);

/* All there is to see: board, choices, history, outcome. Walls, breaks and placements are flat lists of
 * numbers, and their actions one text each, in the same order, with a space between two. */
const char* stockade_state(int id);
/* Distances of all cells to each player's goal, and each player's shortest path. */
const char* stockade_paths(int id);
/* The walls that can be placed, and what each changes for each player. */
const char* stockade_walls(int id);

/* Functions that change a game answer {"done": true, "state": ...}, with the state of stockade_state().
 * Plays a whole turn, or the rest of one; or a single action of a turn. */
const char* stockade_play(int id, const char* turn);
const char* stockade_act(int id, const char* action);
/* Why an action cannot be played now; {} where it can. */
const char* stockade_refusal(int id, const char* action);
/* The same for a place on the board, with the action that it stands for: a pawn's way to a cell, where a
 * column of -1 stands for no pawn in particular; a wall to place, or to break. */
const char* stockade_refusal_of_move(int id, int from_col, int from_row, int col, int row);
const char* stockade_refusal_of_wall(int id, int col, int row, int vertical, int breaks);
/* "done" tells whether there was something to roll, undo, redo or take back. */
const char* stockade_roll(int id);
const char* stockade_undo(int id);
const char* stockade_redo(int id);
const char* stockade_take_back(int id);
const char* stockade_resign(int id, int player);

/* --- Records --- */

/* The first game of a text in any format, as a JSON record, once every turn of it has been replayed. */
const char* stockade_read(const char* text);
/* A JSON record as a text of that format: {"text": "..."}. */
const char* stockade_write(const char* json_record, const char* format);

/* --- Engine --- */

/* The number of the strongest level, and of the first that asks a network. */
const char* stockade_levels(void);
/* Level 1 to the strongest; a seed other than 0 makes games differ. */
void stockade_options(int threads, int hash_megabytes, int lines, int level, double seed);
void stockade_new_game(void);
/* Takes the bytes of a network file for the games that play like the one it was made for. The library comes
 * with networks; `name` begins what is said of one that cannot be used. */
const char* stockade_network(const char* name, const uint8_t* bytes, size_t size);
/* Which of the games in `specs`, one a line, plays like that of the position. */
const char* stockade_network_for(const char* position, const char* specs);

/* Where another thread writes a 1 to end the search; stockade_ready() resets it, and comes before each task.
 */
void* stockade_stop_flag(void);
void stockade_ready(void);
/* Called by a search with what it has found so far, as JSON that stays valid during the call; NULL: nobody
 * listens. */
typedef void (*stockade_listener)(const char* json, void* user);
void stockade_listen(stockade_listener listener, void* user);

/* Thinks about what follows from the position `start` after `turns`, separated by spaces, until a limit is
 * reached (0: none):
 * {"depth", "nodes", "seconds", "lines": [{"chance", "score", "turns": [...]}], ...}, the best line first. */
const char* stockade_think(const char* start, const char* turns, double milliseconds, double nodes,
                           int depth);
/* How promising each action looks before any search: names, and shares that add up to 1. */
const char* stockade_rate(const char* start, const char* turns);
/* Labels every turn of a game, with so much time for each position. */
const char* stockade_review(const char* start, const char* turns, double milliseconds);

/* The signature of the searches: the same number on every machine. */
const char* stockade_signature(int quick);
/* How fast the network for 9x9 Quoridor evaluates positions. */
const char* stockade_network_speed(double seconds);

/* --- Memory for callers without malloc --- */

void* stockade_memory(size_t bytes);
void stockade_release(void* memory);

#ifdef __cplusplus
}
#endif

#endif
