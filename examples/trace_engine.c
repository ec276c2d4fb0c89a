/* An evaluation of its own, in C, that tabiya can tune: it prints a trace, or answers line by line.
 *
 *   cc -O2 -o trace_engine examples/trace_engine.c
 *   ./trace_engine trace < labelled.txt > engine.trace     # lines "LABEL GAME FEN"
 *   tabiya tune engine.trace --features -o run/
 *   tabiya tune set.parquet --eval ./trace_engine -o run/  # or: asked through a pipe
 *
 * The features are counts of pieces, doubled pawns and the side to move, White's less Black's.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, DOUBLED, TEMPO, N_FEATURES };
static const char *NAMES[N_FEATURES] = {"pawn", "knight", "bishop", "rook", "queen", "doubled", "tempo"};
static const int START[N_FEATURES][2] = {{90, 110}, {310, 290}, {330, 310}, {480, 510}, {950, 940}, {-10, -20}, {10, 10}};
static const int PHASE[5] = {0, 1, 1, 2, 4};

/* What the engine knows of a position. Returns the phase, 24 in the opening and 0 at the end. */
static int features(const char *fen, int counts[N_FEATURES]) {
    static const char PIECES[] = "pnbrq";
    int file = 0, phase = 0, pawns[2][8] = {{0}};
    memset(counts, 0, N_FEATURES * sizeof *counts);
    for (; *fen && *fen != ' '; fen++) {
        const char *piece = strchr(PIECES, tolower((unsigned char)*fen));
        if (*fen == '/') {
            file = 0;
        } else if (isdigit((unsigned char)*fen)) {
            file += *fen - '0';
        } else {
            int white = isupper((unsigned char)*fen) != 0;
            if (piece) {
                counts[piece - PIECES] += white ? 1 : -1;
                phase += PHASE[piece - PIECES];
                if (piece == PIECES && file < 8 && pawns[white][file]++)
                    counts[DOUBLED] += white ? 1 : -1;
            }
            file++;
        }
    }
    counts[TEMPO] = fen[0] && fen[1] == 'w' ? 1 : -1;
    return phase > 24 ? 24 : phase;
}

/* These twenty lines are all that an engine needs in order to be tuned. */
static void declare(void) {
    printf("phase 24\n");
    for (int k = 0; k < N_FEATURES; k++)
        printf("pair %s %d %d\n", NAMES[k], START[k][0], START[k][1]);
}

static void print_counts(const char *fen) {
    int counts[N_FEATURES], phase = features(fen, counts);
    printf(" %d", phase);
    for (int k = 0; k < N_FEATURES; k++)
        if (counts[k]) printf(" %d:%d", k, counts[k]);
}

int main(int argc, char **argv) {
    static char line[1 << 16], label[64], game[64];
    int is_trace = argc > 1 && !strcmp(argv[1], "trace"), at;
    static char out[1 << 16];
    setvbuf(stdout, out, _IOFBF, sizeof out);
    if (is_trace) { printf("tabiya-trace 1\n"); declare(); }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (is_trace && sscanf(line, "%63s %63s %n", label, game, &at) == 2) {
            printf("position %s %s", label, game);
            print_counts(line + at);
            printf(" ; %s\n", line + at);
        } else if (!strncmp(line, "eval fen ", 9)) {
            printf("features");
            print_counts(line + 9);
            putchar('\n');
        } else if (!strcmp(line, "weights")) {
            declare();
            printf("ok\n");
        } else if (!strcmp(line, "ready")) {
            printf("ready\n");
            fflush(stdout);
        } else if (!strcmp(line, "quit")) {
            break;
        }
        if (!strcmp(line, "weights")) fflush(stdout);
    }
    return 0;
}
