import CommandRunning
import Foundation
import SampleAnalysis
import Testing

/// Programs of which it is known what they do, and what a recording of them tells.
enum SampledProgram {
  /// Compiles a program, with frame pointers as SwiftPM builds them.
  static func build(
    _ source: String,
    _ name: String,
    _ compiler: [String],
    in folder: String
  )
    async throws -> String
  {
    let path = "\(folder)/\(name)"
    try Data(source.utf8).write(to: URL(filePath: path))
    let program = String(name.prefix { $0 != "." })
    try await Command.succeed(compiler + ["-o", "\(folder)/\(program)", path])
    return "\(folder)/\(program)"
  }

  /// The program ``planted``.
  static func buildPlanted(in folder: String) async throws -> String {
    try await build(
      planted,
      "planted.c",
      ["cc", "-O2", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-pthread"],
      in: folder
    )
  }

  static func report(_ fixture: ToolFixture, _ trace: String) async throws -> SampleReport {
    struct Document: Decodable { let samples: SampleReport }
    let json = "\(fixture.folder)/report.json"
    try await fixture.succeed(["report", trace, "--json", json])
    return try JSONDecoder().decode(
      Document.self,
      from: Data(contentsOf: URL(filePath: json))
    ).samples
  }

  /// Folded stacks, by what they contain.
  static func folded(
    _ fixture: ToolFixture,
    _ trace: String,
    _ format: String
  ) async throws
    -> [(stack: String, time: Double)]
  {
    let outcome = try await fixture.succeed(["export", trace, "--format", format])
    return try outcome.output.split(separator: "\n").map { line in
      let space = try #require(line.lastIndex(of: " "))
      return (String(line[..<space]), try #require(Double(line[line.index(after: space)...])))
    }
  }

  static let planted = #"""
    #include <pthread.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <unistd.h>
    #define STILL __attribute__((noinline, noclone))
    static volatile uint64_t sink;
    STILL static uint64_t spin(uint64_t n) {
      uint64_t x = 88172645463325252u;
      while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
      return x;
    }
    STILL static void seventy(void) { sink += spin(7000000); }
    STILL static void thirty(void) { sink += spin(3000000); }
    STILL static int deeper(int n) { if (n == 0) { sink += spin(60000000); return 0; } return deeper(n - 1) + 1; }
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    STILL static void *holder(void *none) {
      pthread_mutex_lock(&lock); usleep(200000); pthread_mutex_unlock(&lock); return none;
    }
    STILL static void waiter(void) { pthread_mutex_lock(&lock); sink++; pthread_mutex_unlock(&lock); }
    STILL static void sleeper(void) { usleep(300000); sink++; }
    STILL static void *brief(void *none) { sink += spin(4000000); return none; }
    int main(void) {
      for (int i = 0; i < 60; i++) { seventy(); thirty(); }
      sink += deeper(30);
      pthread_t thread;
      pthread_create(&thread, NULL, holder, NULL);
      usleep(50000);
      waiter();
      pthread_join(thread, NULL);
      sleeper();
      for (int i = 0; i < 100; i++) { pthread_create(&thread, NULL, brief, NULL); pthread_join(thread, NULL); }
      return 0;
    }
    """#

  /// A program that runs another one as a container with a strict seccomp profile does: without perf_event_open.
  static func denied(in folder: String) async throws -> String {
    try await build(
      #"""
      #include <errno.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <stddef.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      int main(int count, char **words) {
        struct sock_filter filter[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        };
        struct sock_fprog program = {4, filter};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 99;
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return 98;
        execvp(words[1], words + 1);
        return 97;
      }
      """#,
      "denied.c",
      ["cc", "-O1"],
      in: folder
    )
  }

  /// A program of Swift, C and C++ that has each way to call a function, start a thread and start a process.
  static func constructs(in folder: String, _ flags: [String] = []) async throws -> String {
    let c = try await build(
      #"""
      #include <pthread.h>
      #include <stdint.h>
      #include <sys/wait.h>
      #include <unistd.h>
      #define STILL __attribute__((noinline))
      static volatile uint64_t sink;
      STILL uint64_t c_spin(uint64_t n) {
        uint64_t x = 88172645463325252u;
        while (n--) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
        return x;
      }
      STILL static void *brief(void *none) { sink += c_spin(300000); sink++; return none; }
      void brief_threads(void) {
        pthread_t thread;
        for (int i = 0; i < 600; i++) { pthread_create(&thread, NULL, brief, NULL); pthread_join(thread, NULL); }
      }
      STILL static void in_child(void) { sink += c_spin(60000000); sink += 2; }
      STILL void executed(void) { sink += c_spin(60000000); sink++; }
      void forks(void) {
        pid_t child = fork();
        if (child == 0) { in_child(); _exit(0); }
        waitpid(child, NULL, 0);
      }
      void executes(const char *path) {
        pid_t child = fork();
        if (child == 0) { execl(path, path, "executed", NULL); _exit(9); }
        waitpid(child, NULL, 0);
      }
      """#,
      "frames_c.c",
      ["cc", "-O2", "-c", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"],
      in: folder
    )
    let cpp = try await build(
      #"""
      #include <cstdint>
      extern "C" uint64_t c_spin(uint64_t n);
      namespace shop { template <class T> struct Cart {
        __attribute__((noinline)) T total(T n) { return static_cast<T>(c_spin(n)) + 1; } }; }
      extern "C" uint64_t shop_total(uint64_t n) { shop::Cart<uint64_t> cart; return cart.total(n) + 1; }
      """#,
      "frames_cpp.cc",
      ["c++", "-O2", "-c", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls"],
      in: folder
    )
    return try await build(
      #"""
      @_silgen_name("c_spin") func cSpin(_ n: UInt64) -> UInt64
      @_silgen_name("brief_threads") func briefThreads()
      @_silgen_name("forks") func forks()
      @_silgen_name("executed") func executed()
      @_silgen_name("executes") func executes(_ path: UnsafePointer<CChar>)
      @_silgen_name("shop_total") func shopTotal(_ n: UInt64) -> UInt64
      let much: UInt64 = 60_000_000
      @inline(never) func spin(_ n: UInt64) -> UInt64 { cSpin(n) &+ 1 }
      @inline(never) @_optimize(none) func deeper(_ n: Int) -> UInt64 { n == 0 ? spin(much) : deeper(n - 1) &+ 1 &* UInt64(n) }
      @inline(never) @_optimize(none) func apply(_ body: (UInt64) -> UInt64) -> UInt64 { body(much) &+ body(1) }
      @inline(never) func specialized<T: FixedWidthInteger>(_ value: T) -> T {
        T(truncatingIfNeeded: spin(much)) &+ value
      }
      struct Box<Value: FixedWidthInteger> {
        var value: Value
        @inline(never) @_semantics("optimize.sil.specialize.generic.never")
        func unspecialized() -> Value { Value(truncatingIfNeeded: spin(much)) &+ value }
      }
      actor Counter {
        var sum: UInt64 = 0
        @inline(never) func work() -> UInt64 { sum &+= spin(much); return sum }
      }
      @inline(never) func third() async -> UInt64 { await Task.yield(); return spin(much) &+ 1 }
      @inline(never) func second() async -> UInt64 { await third() &+ 1 }
      @inline(never) func first() async -> UInt64 { await second() &+ 1 }
      let offset = UInt64(CommandLine.arguments.count)
      @inline(never) @_optimize(none) func makeClosure() -> (UInt64) -> UInt64 { { spin($0) &+ offset } }
      @main struct Main {
        static func main() async {
          if CommandLine.arguments.count > 1 { executed(); return }
          var sum = deeper(20) &+ apply(makeClosure())
          sum &+= UInt64(specialized(3 as UInt32)) &+ UInt64(Box(value: 3 as UInt32).unspecialized())
          sum &+= await Counter().work()
          sum &+= await first()
          sum &+= shopTotal(much)
          briefThreads()
          forks()
          executes(CommandLine.arguments[0])
          print(sum > 0)
        }
      }
      """#,
      "constructs.swift",
      ["swiftc", "-O", "-parse-as-library", "-Xcc", "-fno-omit-frame-pointer"] + flags + [
        c, cpp, "-lstdc++",
      ],
      in: folder
    )
  }
}
