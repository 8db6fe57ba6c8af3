// The beginning, the forks and the end of the process, and what of its calls concerns the library.
//
//  1. It begins with the first allocation, which may be the dynamic linker's, before there is an environment in the C library: so the kernel is
//     asked for it.
//  2. A fork that the C library doesn't know of is noticed by a page that the kernel clears: the child must not write to its parent's file.
//  3. `main` is wrapped, so that what globals hold is still there when the end is told.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>

#include "Memory.h"
#include "Settings.h"

struct real_functions real;
struct settings settings;
int state;
bool is_bypassed;
uint64_t sample_rate;
int process_id;
bool is_fork;
struct HamonHeap heap = {
    .magic = HAMON_HEAP_MAGIC, .version = HAMON_LAYOUT_VERSION, .size = sizeof heap, .mode = HAMON_MODE_SAMPLED};

/// 1; cleared in each fork.
static int *mark;

uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void *next_of(const char *name) { return dlsym(RTLD_NEXT, name); }

// MARK: - Settings

/// Reads a file of /proc; returns its length.
static size_t read_file(const char *path, char *text, size_t capacity) {
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  size_t length = 0;
  while (length < capacity) {
    const long count = syscall(SYS_read, file, text + length, capacity - length);
    if (count <= 0) break;
    length += (size_t)count;
  }
  syscall(SYS_close, file);
  return length;
}

static void set(const char *name, const char *value) {
  if (strcmp(name, "DIRECTORY") == 0) strncpy(settings.directory, value, sizeof settings.directory - 1);
  if (strcmp(name, "SOCKET") == 0 && strlen(value) < sizeof settings.socket) strcpy(settings.socket, value);
  if (strcmp(name, "AT_END") == 0) settings.copies_at_end = value[0] == '1';
  if (strcmp(name, "MODE") == 0 && strcmp(value, "all") == 0) heap.mode = HAMON_MODE_ALL;
  if (strcmp(name, "RATE") == 0) sample_rate = strtoull(value, NULL, 10);
}

static void read_settings(void) {
  enum { MOST = 4 << 20 };
  static const char prefix[] = "HAMON_MEMORY_";
  const long place = syscall(SYS_mmap, NULL, MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == -1) return;
  char *text = (char *)place;
  const size_t length = read_file("/proc/self/environ", text, MOST - 1);
  for (char *word = text; word < text + length; word += strlen(word) + 1) {
    char *value = strchr(word, '=');
    if (value == NULL || strncmp(word, prefix, sizeof prefix - 1) != 0) continue;
    *value = 0;
    set(word + sizeof prefix - 1, value + 1);
    *value = '=';
  }
  syscall(SYS_munmap, text, MOST);
}

bool find_socket(char *path, size_t capacity) {
  if (settings.socket[0] != 0) return strlen(strncpy(path, settings.socket, capacity)) > 0;
  // Nobody waits until a recorder attaches to the process.
  const int length = snprintf(path, capacity, "%s/%d.socket", settings.directory, process_id);
  return length > 0 && (size_t)length < capacity && syscall(SYS_faccessat, AT_FDCWD, path, W_OK) == 0;
}

// MARK: - Beginning

/// Whether a function is the C library's.
static bool is_of_libc(const void *function) {
  Dl_info found, library;
  return dladdr(function, &found) != 0 && dladdr(next_of("gnu_get_libc_version"), &library) != 0 &&
         found.dli_fbase == library.dli_fbase;
}

void begin(void) {
  int unseen = STATE_UNSEEN;
  if (!__atomic_compare_exchange_n(&state, &unseen, STATE_RESOLVING, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return;
#define FIND(name) real.name = (__typeof__(real.name))next_of(#name)
  FIND(malloc);
  FIND(calloc);
  FIND(realloc);
  FIND(free);
  FIND(posix_memalign);
  FIND(aligned_alloc);
  FIND(memalign);
  FIND(valloc);
  FIND(pvalloc);
  is_bypassed = !is_own_code((uintptr_t)dlsym(RTLD_DEFAULT, "malloc"));
  sample_rate = 512 << 10;
  read_settings();
  process_id = getpid();
  heap.pid = process_id;
  heap.rate = sample_rate;
  const bool has_file = settings.directory[0] == '/' && sample_rate > 0 && begin_file();
  mark = has_file ? own_memory(4096) : NULL;
  int next = STATE_OFF;
  if (mark != NULL) {
    *mark = 1;
    syscall(SYS_madvise, mark, 4096, MADV_WIPEONFORK);
    next = heap.mode == HAMON_MODE_ALL ? STATE_ALL : STATE_SAMPLED;
    if (next == STATE_ALL && !is_of_libc((const void *)real.malloc)) least_size = 32;
  }
  __atomic_store_n(&state, next, __ATOMIC_RELEASE);
}

static void put_process(struct thread *thread) {
  char text[4096];
  const size_t length = read_file("/proc/self/cmdline", text, sizeof text);
  struct HamonRecord record = {HAMON_RECORD_PROCESS, 0, 0, now()};
  put(thread, &record, sizeof record, text, length);
}

/// The library's own globals are no roots.
static int note_globals(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  bool is_own = false;
  for (int pass = 0; pass < 2; pass++) {
    for (int index = 0; index < info->dlpi_phnum; index++) {
      const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
      const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
      if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0) continue;
      const bool has_state = (uintptr_t)context >= begin && (uintptr_t)context < begin + segment->p_memsz;
      is_own = is_own || has_state;
      if (pass == 1 && is_own) note_own((const void *)begin, segment->p_memsz);
    }
  }
  return is_own;
}

// MARK: - Forks

bool is_own_process(void) { return (int)syscall(SYS_getpid) == process_id; }

static lock *const locks[] = {
    &thread_lock, &totals_lock, &rule_lock, &stack_lock, &image_lock, &region_lock, &file_lock};
enum { LOCKS = sizeof locks / sizeof locks[0] };

static void add_live(struct block_note note, void *context) {
  struct totals *live = context;
  live->allocated_blocks++;
  live->allocated_bytes += note.size;
  struct HamonSum *sum = sum_of(note.stack, HAMON_CHUNK_SUMS);
  if (sum == NULL) return;
  sum->allocated_blocks++;
  sum->allocated_bytes += note.size;
}

static void begin_child(void) {
  *mark = 1;
  is_fork = true;
  process_id = getpid();
  heap.pid = process_id;
  for (unsigned place = 0; place < LOCKS; place++) *locks[place] = 0;
  forget_copies();
  forget_threads(current);
  if (!begin_file_of_fork()) {
    __atomic_store_n(&state, STATE_OFF, __ATOMIC_RELEASE);
    return;
  }
  struct totals live = {0, 0, 0, 0};
  if (notes_all) each_block(add_live, &live);
  begin_totals(live);
  if (current == NULL) return;
  put_process(current);
  put_images(current);
}

void check_fork(void) {
  if (UNLIKELY(*mark == 0)) begin_child();
}

static void before_fork(void) {
  struct thread *thread = enter();
  if (thread == NULL) return;
  thread->is_forking = true;
  for (unsigned place = 0; place < LOCKS; place++) take(locks[place]);
}

static void after_fork(void) {
  struct thread *thread = current;
  if (thread == NULL || !thread->is_forking) return;
  thread->is_forking = false;
  for (unsigned place = 0; place < LOCKS; place++) give(locks[place]);
  leave(thread);
}

static void after_fork_in_child(void) {
  struct thread *thread = current;
  const bool was_forking = thread != NULL && thread->is_forking;
  if (was_forking) thread->is_forking = false;
  if (is_on() && *mark == 0) begin_child();
  if (was_forking) leave(thread);
}

__attribute__((constructor(101))) static void load(void) {
  begin();
  if (!is_on()) return;
  dl_iterate_phdr(note_globals, &state);
  begin_snapshots();
  file_header()->signal = snapshot_signal;
  pthread_atfork(before_fork, after_fork, after_fork_in_child);
  struct thread *thread = enter();
  if (thread == NULL) return;
  put_process(thread);
  if (is_bypassed) {
    put_failure(thread, "it has an allocator of its own, whose blocks are not seen");
  }
  leave(thread);
}

// MARK: - The end

void finish(void) {
  if (!is_on() || !is_own_process()) return;
  struct thread *thread = enter();
  if (thread == NULL) return;
  static int finished;
  if (__atomic_exchange_n(&finished, process_id, __ATOMIC_ACQ_REL) != process_id) {
    take_snapshot(thread, HAMON_SNAPSHOT_END, "");
  } else {
    account(thread, true);
  }
  struct HamonFileHeader *header = file_header();
  header->untracked = heap.untracked;
  header->end = now();
  leave(thread);
}

__attribute__((destructor)) static void unload(void) { finish(); }

EXPORTED void exit(int status) {
  finish();
  ((void (*)(int))next_of("exit"))(status);
  __builtin_unreachable();
}

EXPORTED void quick_exit(int status) {
  finish();
  ((void (*)(int))next_of("quick_exit"))(status);
  __builtin_unreachable();
}

EXPORTED void _exit(int status) {
  finish();
  for (;;) syscall(SYS_exit_group, status);
}

EXPORTED void _Exit(int status) { _exit(status); }

typedef int main_function(int, char **, char **);
static main_function *program_main;

/// The code of `run_main`, which alone is in its section.
extern const char __start_hamon_main[] __attribute__((visibility("hidden")));
extern const char __stop_hamon_main[] __attribute__((visibility("hidden")));

bool is_of_main(uintptr_t address) { return address >= (uintptr_t)__start_hamon_main && address < (uintptr_t)__stop_hamon_main; }

__attribute__((noinline, used, section("hamon_main"))) static int run_main(int count, char **words, char **environment) {
  const int status = program_main(count, words, environment);
  finish();
  return status;
}

EXPORTED int __libc_start_main(
    main_function *body, int count, char **words, void (*init)(void), void (*fini)(void), void (*linker_fini)(void), void *stack) {
  program_main = body;
  __typeof__(&__libc_start_main) start = (__typeof__(&__libc_start_main))next_of("__libc_start_main");
  return start(run_main, count, words, init, fini, linker_fini, stack);
}

// MARK: - Other calls

EXPORTED int dlclose(void *library) {
  const int result = ((int (*)(void *))next_of("dlclose"))(library);
  forget_images();
  return result;
}

/// A filter of system calls, from now on.
static void note_filter(void) {
  if (is_on()) note_sandbox();
}

EXPORTED int prctl(int option, ...) {
  va_list list;
  va_start(list, option);
  const unsigned long first = va_arg(list, unsigned long), second = va_arg(list, unsigned long);
  const unsigned long third = va_arg(list, unsigned long), fourth = va_arg(list, unsigned long);
  va_end(list);
  if (option == PR_SET_SECCOMP) note_filter();
  return (int)syscall(SYS_prctl, option, first, second, third, fourth);
}

EXPORTED long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long word[6];
  for (int place = 0; place < 6; place++) word[place] = va_arg(list, long);
  va_end(list);
  if (number == SYS_seccomp && word[0] != SECCOMP_GET_ACTION_AVAIL && word[0] != SECCOMP_GET_NOTIF_SIZES) note_filter();
#if defined(__x86_64__)
  register long fourth __asm__("r10") = word[3];
  register long fifth __asm__("r8") = word[4];
  register long sixth __asm__("r9") = word[5];
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(word[0]), "S"(word[1]), "d"(word[2]), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long code __asm__("x8") = number;
  register long result __asm__("x0") = word[0];
  register long second __asm__("x1") = word[1];
  register long third __asm__("x2") = word[2];
  register long fourth __asm__("x3") = word[3];
  register long fifth __asm__("x4") = word[4];
  register long sixth __asm__("x5") = word[5];
  __asm__ volatile("svc 0" : "+r"(result) : "r"(code), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth) : "memory");
#else
#error "hamon records the memory of programs of x86_64 and aarch64"
#endif
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  return result;
}
