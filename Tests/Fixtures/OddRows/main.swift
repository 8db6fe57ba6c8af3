import BenchmarkHarness
import Glibc

// Rows that do what rows should not, and some that they may: what runs and counts them has to survive it, and say it.

var calls = 0

@MainActor func calling(_ work: @escaping () -> Void) -> BenchmarkBody {
  let start = calls
  return BenchmarkBody(
    run: { iterations in
      for _ in 0..<iterations {
        calls += 1
        work()
      }
    },
    verify: { try VerificationError.check("calls", found: calls - start, expected: $0) }
  )
}

/// Throws an exception of C++ through the frames above, which nobody catches.
func throwOfCPlusPlus() {
  typealias Throw = @convention(c) (UnsafePointer<CChar>) -> Void
  // SAFETY: the symbol is that of `std::__throw_length_error(char const *)`, which doesn't return.
  let function = unsafe dlsym(dlopen("libstdc++.so.6", RTLD_NOW), "_ZSt20__throw_length_errorPKc")
  if let function = unsafe function { unsafe unsafeBitCast(function, to: Throw.self)("odd") }
}

var counted = 0
var kept: [Int] = []

final class Pair { var other: Pair? }

@inline(never) func leak() {
  let (first, second) = (Pair(), Pair())
  (first.other, second.other) = (second, first)
}

/// Whether this is the head of a gate, of which the base has no such injections.
// SAFETY: the value is copied before anybody could change the environment.
let isHead = unsafe getenv("HAMON_INJECT_ROW").map { unsafe String(cString: $0) } == "head"

/// A row whose samples are short, since valgrind takes fifty times as long.
func row(
  _ name: String,
  setUp: @escaping @MainActor @Sendable () async throws -> BenchmarkBody
) -> Benchmark {
  Benchmark(name, sampleDuration: .microseconds(20), setUp: setUp)
}

var suite = BenchmarkSuite("OddRows")
suite.add(row("first") { calling {} })
suite.add(row("exits") { calling { exit(0) } })
suite.add(row("exits in its set-up") { exit(0) })
suite.add(row("aborts") { calling { abort() } })
suite.add(row("traps") { calling { fatalError("odd") } })
suite.add(row("is killed") { calling { kill(getpid(), SIGKILL) } })
suite.add(row("throws") { calling { throwOfCPlusPlus() } })
suite.add(row("prints") { calling { if calls % 1000 == 1 { print("a row prints") } } })
suite.add(
  row("reads") {
    BenchmarkBody(
      run: { for _ in 0..<$0 where readLine() != nil { exit(3) } },
      verify: { _ in }
    )
  }
)
suite.add(
  row("main actor") {
    BenchmarkBody(
      runAsync: { @MainActor iterations in
        for _ in 0..<iterations {
          await Task.yield()
          counted += 1
        }
      },
      verify: { @MainActor iterations in
        try VerificationError.check("count", found: counted, expected: iterations)
      }
    )
  }
)
suite.add(
  row("suspends in its set-up") {
    try await Task.sleep(for: .milliseconds(1))
    await Task.yield()
    return calling {}
  }
)
suite.add(row("leaks") { calling { leak() } })
suite.add(row("leaks at the head") { calling { if isHead { leak() } } })
suite.add(row("keeps") { calling { kept.append(calls) } })
suite.add(row("last") { calling {} })
await suite.main()
