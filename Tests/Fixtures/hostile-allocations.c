// Programs that are hard to watch: each does one thing, says "done", and ends by itself.
// usage: hostile-allocations NAME
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the compiler doesn't leave out.
__attribute__((noinline)) static void *block(size_t size) {
  void *volatile made = malloc(size);
  return made;
}

static void *allocate(void *argument) {
  for (int turn = 0; turn < 200; turn++) free(block(10 + turn));
  return argument;
}

static void threads_that_die(void) {
  static pthread_t ids[500];
  for (int round = 0; round < 4; round++) {
    for (int place = 0; place < 500; place++) {
      if (pthread_create(&ids[place], NULL, allocate, NULL) != 0) abort();
    }
    for (int place = 0; place < 500; place++) pthread_join(ids[place], NULL);
  }
}

static void small_stacks(void) {
  pthread_t ids[50];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 16384);
  for (int place = 0; place < 50; place++) pthread_create(&ids[place], &attributes, allocate, NULL);
  for (int place = 0; place < 50; place++) pthread_join(ids[place], NULL);
}

static pthread_key_t key;

static void destroy(void *value) {
  free(value);
  free(block(33));
}

static void *keep(void *argument) {
  pthread_setspecific(key, block(100));
  return argument;
}

static void destructors(void) {
  pthread_t ids[50];
  pthread_key_create(&key, destroy);
  for (int place = 0; place < 50; place++) pthread_create(&ids[place], NULL, keep, NULL);
  for (int place = 0; place < 50; place++) pthread_join(ids[place], NULL);
}

static void forks(void) {
  // Each child has it too.
  static void *volatile kept;
  kept = block(200);
  for (int turn = 0; turn < 20; turn++) {
    if (fork() == 0) {
      free(block(100));
      if (turn % 3 == 0) _exit(0);
      exit(0);
    }
  }
  int count = 0;
  while (wait(NULL) > 0) count++;
  if (count != 20 || errno != ECHILD) abort();
}

static sem_t is_inside, may_leave;

static int stay(struct dl_phdr_info *info, size_t size, void *context) {
  (void)info, (void)size, (void)context;
  sem_post(&is_inside);
  sem_wait(&may_leave);
  return 1;
}

static void *visit(void *argument) {
  dl_iterate_phdr(stay, NULL);
  return argument;
}

static void take_block(void) { free(block(100)); }

/// Calls a function from code that is in no file.
static void call_from_memory(void (*function)(void)) {
#if defined(__x86_64__)
  // push %rbp; mov %rsp,%rbp; call *%rdi; pop %rbp; ret
  static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3};
#else
  // stp x29,x30,[sp,#-16]!; mov x29,sp; blr x0; ldp x29,x30,[sp],#16; ret
  static const unsigned code[] = {0xa9bf7bfd, 0x910003fd, 0xd63f0000, 0xa8c17bfd, 0xd65f03c0};
#endif
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  memcpy(memory, code, sizeof code);
  __builtin___clear_cache(memory, (char *)memory + sizeof code);
  ((void (*)(void (*)(void)))memory)(function);
}

/// A fork while another thread has the lock of the dynamic linker, which stays locked in the child.
static void locked_fork(void) {
  pthread_t id;
  block(100);
  if (pthread_create(&id, NULL, visit, NULL) != 0) abort();
  sem_wait(&is_inside);
  const pid_t child = fork();
  if (child == 0) {
    take_block();
    call_from_memory(take_block);
    _exit(0);
  }
  int status = 0;
  for (int turn = 0; waitpid(child, &status, WNOHANG) == 0; turn++) {
    usleep(10000);
    if (turn == 2000) kill(child, SIGKILL);
  }
  if (status != 0) abort();
  sem_post(&may_leave);
  pthread_join(id, NULL);
}

/// A fork that the C library doesn't know of.
static void raw_fork(void) {
  const long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    for (int turn = 0; turn < 100000; turn++) free(block(100));
    free(block(4 << 20));
    _exit(0);
  }
  int status = 0;
  waitpid((pid_t)child, &status, 0);
  if (status != 0) abort();
}

static void vforks(void) {
  for (int turn = 0; turn < 5; turn++) {
    if (vfork() == 0) {
      execl("/bin/true", "true", (char *)NULL);
      _exit(1);
    }
    wait(NULL);
  }
}

static void libraries(void) {
  for (int turn = 0; turn < 30; turn++) {
    void *library = dlopen(turn % 2 == 0 ? "libm.so.6" : "libresolv.so.2", RTLD_NOW);
    free(block(50));
    if (library != NULL) dlclose(library);
  }
}

static void reallocations(void) {
  char *text = NULL;
  for (int size = 1; size < 20000; size++) {
    text = realloc(text, (size_t)size * 64);
    text[size * 64 - 1] = 1;
  }
  for (int size = 20000; size > 1; size--) text = realloc(text, (size_t)size * 3);
  char *volatile kept = text;
  if (realloc(text, SIZE_MAX / 4) != NULL) abort();
  free(kept);
}

static void filter(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) abort();
  for (int turn = 0; turn < 200000; turn++) {
    void *one = block(100);
    if (turn % 2 == 0) free(one);
  }
}

static void *sleep_masked(void *argument) {
  uint64_t all = ~UINT64_C(0);
  syscall(SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, sizeof all);
  for (;;) pause();
  return argument;
}

static void *wait_for_signals(void *argument) {
  sigset_t all;
  int number;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  for (;;) {
    // None comes.
    if (sigwait(&all, &number) == 0) abort();
  }
  return argument;
}

static void masks(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, sleep_masked, NULL);
  pthread_create(&ids[1], NULL, wait_for_signals, NULL);
  usleep(50000);
}

static volatile int alarms, is_allocating;

/// Allocates where the program isn't in the allocator itself.
static void take_alarm(int number) {
  (void)number;
  if (is_allocating == 0) free(malloc(40));
  alarms++;
}

static void handlers(void) {
  signal(SIGALRM, take_alarm);
  ualarm(1000, 1000);
  while (alarms < 300) {
    is_allocating = 1;
    free(realloc(block(alarms + 16), 5000));
    is_allocating = 0;
    for (volatile int turn = 0; turn < 100; turn++) {
    }
  }
  ualarm(0, 0);
}

static void descriptors(void) {
  for (int place = 3; place < 1024; place++) close(place);
  for (int turn = 0; turn < 200000; turn++) block(100);
}

static void crash(void) {
  for (int turn = 0; turn < 200000; turn++) block(100);
  printf("done\n");
  fflush(stdout);
  *(volatile int *)8 = 1;
}

static void kill_itself(void) {
  for (int turn = 0; turn < 200000; turn++) block(100);
  printf("done\n");
  fflush(stdout);
  kill(getpid(), SIGKILL);
}

static void execute(void) {
  block(100);
  execl("/bin/echo", "echo", "done", (char *)NULL);
}

int main(int count, char **words) {
  static const struct {
    const char *name;
    void (*body)(void);
  } programs[] = {
      {"threads", threads_that_die}, {"stacks", small_stacks}, {"destructors", destructors}, {"forks", forks},
      {"raw-fork", raw_fork},        {"vforks", vforks},       {"libraries", libraries},     {"reallocations", reallocations},
      {"filter", filter},            {"masks", masks},         {"handlers", handlers},       {"descriptors", descriptors},
      {"crash", crash},              {"kill", kill_itself},    {"execute", execute},         {"locked-fork", locked_fork},
  };
  for (size_t place = 0; count > 1 && place < sizeof programs / sizeof programs[0]; place++) {
    if (strcmp(words[1], programs[place].name) == 0) programs[place].body();
  }
  printf("done\n");
  return 0;
}
