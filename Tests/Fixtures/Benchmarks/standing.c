// A benchmark of two rows, as a gate sees it, that do what the directory and the environment of their process say: `stands` works as
// long as corpus.txt is, and refuses a TMPDIR in which a process of another directory has left its mark; `exits` ends its process
// with status 0 where there is a file of that name.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile unsigned sink;

static void spin(long count) {
  for (long i = 0; i < count; i++) sink += (unsigned)i;
}

/// Whether the temporary directory is this directory's alone, from now on. The mark is a link: a side is counted by several processes at
/// once, and a link is there whole or not at all.
static int leave_mark(void) {
  char path[4096], here[4096], other[4096];
  snprintf(path, sizeof path, "%s/mark", getenv("TMPDIR"));
  if (getcwd(here, sizeof here) == NULL) return 0;
  if (symlink(here, path) == 0) return 1;
  ssize_t length = readlink(path, other, sizeof other);
  return length == (ssize_t)strlen(here) && memcmp(here, other, (size_t)length) == 0;
}

int main(int count, char **arguments) {
  const char *filter = "";
  long iterations = 0;
  for (int i = 1; i < count; i++) {
    if (!strcmp(arguments[i], "--describe")) {
      puts("{\"name\":\"stands\",\"kind\":\"ours\",\"threads\":1}");
      puts("{\"name\":\"exits\",\"kind\":\"ours\",\"threads\":1}");
      return 0;
    }
    if (!strcmp(arguments[i], "--filter")) filter = arguments[i + 1];
    if (!strcmp(arguments[i], "--one-shot")) iterations = atol(arguments[i + 1]);
  }
  int exits = strstr(filter, "exits") != NULL;
  struct stat corpus;
  if (stat("corpus.txt", &corpus) != 0 || !leave_mark()) {
    fputs("error: standing: another directory's files\n", stderr);
    return 1;
  }
  if (iterations > 0) {
    if (exits && access("exits", F_OK) == 0) exit(0);
    for (long left = iterations; left > 0; left--) spin(corpus.st_size);
    printf("ran %ld iterations of %s\n", iterations, exits ? "exits" : "stands");
    return 0;
  }
  puts("serving 1 1000 thread 1");
  fflush(stdout);
  char line[100];
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "sample ", 7) != 0) {
      puts("ended");
      return 0;
    }
    printf("sampled");
    for (int left = atoi(line + 7); left > 0; left--) printf(" 1000000");
    puts("");
    fflush(stdout);
  }
  return 0;
}
