/// The program that `hamon init` writes: a row and its floor, to be replaced by the user's own.
enum FirstRow {
  /// Its text.
  ///
  /// - Parameters:
  ///   - suite: The name of the suite.
  ///   - library: The module that it measures; `nil` if the package has none.
  /// - Returns: Swift, which runs as it is.
  static func program(suite: String, library: String?) -> String {
    let what = library ?? "your code"
    return """
      import BenchmarkHarness
      \(library.map { "import \($0)\n" } ?? "")
      let text = (1...1000).map(String.init).joined(separator: ",")

      /// A row whose answers are added up, and checked at its end.
      @MainActor func sum(_ answer: Int, _ compute: @escaping @Sendable () -> Int) -> BenchmarkBody {
        BenchmarkBody(
          state: 0,
          run: { total, iterations in for _ in 0..<iterations { total &+= compute() } },
          verify: { try VerificationError.check("sum", found: $0, expected: $1 &* answer) })
      }

      var suite = BenchmarkSuite("\(suite)")
      suite.add(
        Benchmark("parse", floors: ["read"]) {
          // Replace this by a call of \(what), and 500_500 by its answer. `identity` hides the input from the compiler.
          sum(500_500) { identity(text).split(separator: ",").reduce(0) { $0 + (Int($1) ?? 0) } }
        })
      suite.add(
        Benchmark("read", kind: .floor) {
          // Replace this by the least that the same work can cost, such as reading its input once.
          sum(196_321) { identity(text).utf8.reduce(0) { $0 + Int($1) } }
        })
      await suite.main()

      """
  }
}
