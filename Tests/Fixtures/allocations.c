// Allocates at random on some threads, and says what it has done: blocks and bytes allocated, then freed.
// usage: allocations THREADS STEPS [fork|snapshot DIRECTORY]
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEPT = 512 };

struct counts {
  unsigned long allocated, allocated_bytes, freed, freed_bytes;
};

static struct counts all;
static int steps;

static void say(const char *who) {
  printf("%s %d %lu %lu %lu %lu\n", who, (int)getpid(), all.allocated, all.allocated_bytes, all.freed, all.freed_bytes);
  fflush(stdout);
}

static void *work(void *argument) {
  struct counts own = {0, 0, 0, 0};
  unsigned random = (unsigned)(long)argument * 77 + 1;
  void *blocks[KEPT] = {NULL};
  size_t sizes[KEPT] = {0};
  for (int step = 0; step < steps; step++) {
    random = random * 1103515245 + 12345;
    const int place = (random >> 8) % KEPT;
    size_t size = (random >> 16) % 300;
    if (random >> 24 == 0) size *= 1000;
    const int kind = (random >> 4) % 6;
    // realloc(3) of a block to 0 bytes frees it, or not.
    if (kind == 1 && size == 0) continue;
    if (blocks[place] != NULL) {
      own.freed++;
      own.freed_bytes += sizes[place];
    }
    if (kind != 1) free(blocks[place]);
    if (kind == 1) blocks[place] = realloc(blocks[place], size);
    if (kind == 2) blocks[place] = calloc(1, size);
    if (kind == 3 && posix_memalign(&blocks[place], 64, size) != 0) abort();
    if (kind >= 4) blocks[place] = malloc(size);
    sizes[place] = size;
    if (kind == 0) {
      blocks[place] = NULL;
    } else {
      memset(blocks[place], 1, size);
      own.allocated++;
      own.allocated_bytes += size;
    }
  }
  __atomic_fetch_add(&all.allocated, own.allocated, __ATOMIC_RELAXED);
  __atomic_fetch_add(&all.allocated_bytes, own.allocated_bytes, __ATOMIC_RELAXED);
  __atomic_fetch_add(&all.freed, own.freed, __ATOMIC_RELAXED);
  __atomic_fetch_add(&all.freed_bytes, own.freed_bytes, __ATOMIC_RELAXED);
  return NULL;
}

int main(int count, char **words) {
  const int threads = atoi(words[1]);
  steps = atoi(words[2]);
  if (count > 3 && strcmp(words[3], "fork") == 0) {
    if (fork() == 0) {
      work((void *)99);
      say("child");
      exit(0);
    }
    wait(NULL);
  }
  pthread_t ids[512];
  for (int place = 0; place < threads; place++) pthread_create(&ids[place], NULL, work, (void *)(long)place);
  for (int place = 0; place < threads; place++) pthread_join(ids[place], NULL);
  say("parent");
  if (count > 4) {
    // Waits for a snapshot of this.
    char path[512];
    struct stat status;
    snprintf(path, sizeof path, "%s/memory/%d-1.snapshot.json", words[4], (int)getpid());
    for (int turn = 0; turn < 6000 && stat(path, &status) != 0; turn++) usleep(10000);
  }
  return 0;
}
