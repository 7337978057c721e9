/* Two turns of Quoridor in C, and what the engine thinks of the position after them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stockade.h>

static void listen(const char* json, void* count) {
    (void)json;
    ++*(int*)count;
}

int main(void) {
    int heard = 0;
    const char* created = stockade_create("quoridor", 1);
    const char* number = strstr(created, "\"id\":");
    if (!number) return puts(created), 1;
    const int id = atoi(number + 5);
    stockade_play(id, "e2");
    stockade_play(id, "e8");
    printf("e3h: %.12s\n", stockade_act(id, "e3h"));
    printf("e3h again: %s\n", stockade_refusal(id, "e3h"));

    stockade_listen(listen, &heard);
    stockade_options(1, 16, 1, 10, 0);
    stockade_ready();
    printf("engine: %s\n", stockade_think("quoridor; pawns e1 e9; hand 10 10", "e2 e8", 0, 1000, 0));
    stockade_close(id);
    return heard == 0;
}
