// A benchmark of one row, as a gate sees it, whose work depends on where its memory lies: a hash table that takes its
// address for a seed has other collisions elsewhere. UNRELATED is a block that is allocated before it, WORK how much
// more it does in each operation. With SEEDED=2 the seed is an address in a library, UNRELATED bytes further on, as that of
// a type that the runtime made after others.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile unsigned sink;

static void spin(unsigned count) {
  for (unsigned i = 0; i < count; i++) sink += i;
}

int main(int count, char **arguments) {
  // Swift keeps a copy of each argument in the heap.
  for (int i = 0; i < count; i++) sink += (unsigned)strlen(strdup(arguments[i]));
#ifdef UNRELATED
  sink += *(unsigned char *)memset(malloc(UNRELATED), 1, UNRELATED);
#endif
  char *table = malloc(4000);
  sink += *(unsigned char *)memset(table, 1, 4000);
  // The seed is mixed, so that neighbours differ as others do.
#if SEEDED == 2
  uint64_t place = (uint64_t)(uintptr_t)puts;
#ifdef UNRELATED
  place += UNRELATED;
#endif
#else
  uint64_t place = (uint64_t)(uintptr_t)table;
#endif
  uint64_t seed = place * 0x9e3779b97f4a7c15u;
  unsigned collisions = SEEDED ? (unsigned)(seed >> 58) : 32;
  for (int i = 1; i < count; i++) {
    if (!strcmp(arguments[i], "--describe")) {
      puts("{\"name\":\"lookup\",\"kind\":\"ours\",\"threads\":1}");
      return 0;
    }
    if (!strcmp(arguments[i], "--one-shot")) {
      for (int left = atoi(arguments[i + 1]); left > 0; left--) spin(300 + collisions + WORK);
      // Without it nothing is counted.
      printf("ran %s iterations of lookup\n", arguments[i + 1]);
      return 0;
    }
  }
  // Of times it says that they are steady.
  puts("serving 1 1000 thread 1");
  fflush(stdout);
  char line[100];
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "sample ", 7)) {
      printf("sampled");
      for (int left = atoi(line + 7); left > 0; left--) printf(" 1000000");
      puts("");
    } else {
      puts("ended");
      fflush(stdout);
      return 0;
    }
    fflush(stdout);
  }
  return 0;
}
