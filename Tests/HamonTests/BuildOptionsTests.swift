import Foundation
import RegressionGate
import SeededRandom
import Testing

@Suite(.enabled(if: TestTier.isCheck, "make check runs it"), .timeLimit(.minutes(30)))
struct BuildOptionsTests {
  /// A benchmark whose row is called as it was compiled, and is right only where it was linked with a certain build ID.
  private static let program = ##"""
    import Foundation

    setvbuf(stdout, nil, _IOLBF, 0)
    #if MARKED
    let row = "marked"
    #else
    let row = "plain"
    #endif
    if CommandLine.arguments.contains("--describe") {
      print(#"{"name":"\#(row)","kind":"ours","threads":1}"#)
      exit(0)
    }
    let own = FileManager.default.contents(atPath: "/proc/self/exe") ?? Data()
    // Not as bytes, which would lie in the program in any case.
    let identity = withUnsafeBytes(of: UInt64("c0ffee5a17ed0123", radix: 16)!.bigEndian) { Data($0) }
    print("serving 1 1000 thread 1")
    while let line = readLine() {
      if line == "end" {
        guard own.range(of: identity) != nil else { fatalError("linked otherwise") }
        print("ended")
        exit(0)
      }
      let count = Int(line.split(separator: " ").last ?? "") ?? 1
      print("sampled" + String(repeating: " 1000000", count: count))
    }
    """##

  @Test func `both sides are built and linked anew with what the gate is given`() async throws {
    try await ToolFixture.open { tool in
      let package = try await ShellPackage(in: tool.folder)
      try package.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "package",
          targets: [.executableTarget(name: "Bench", path: "Benchmarks/Bench")],
          swiftLanguageModes: [.v5]
        )
        """,
        to: "Package.swift"
      )
      try package.makeDirectory("Benchmarks/Bench")
      try package.write(Self.program, to: "Benchmarks/Bench/main.swift")
      try await ShellPackage.commitAll(in: package.path)
      func gate(
        _ options: [String]
      ) async throws -> (outcome: ToolFixture.Outcome, report: GateReport) {
        let json = "\(tool.folder)/gate.json"
        let outcome = try await tool.run(
          [
            "gate", "--base", "HEAD", "--fresh", "--package-path", package.path, "--no-counts",
            "--json", json,
          ] + options
        )
        let data = try Data(contentsOf: URL(filePath: json))
        return (outcome, try JSONDecoder().decode(GateReport.self, from: data))
      }
      let options = ["-Xswiftc", "-DMARKED", "-Xlinker", "--build-id=0xc0ffee5a17ed0123"]
      let marked = try await gate(options)
      #expect(marked.outcome.status == 0, "\(marked.outcome.output) \(marked.outcome.error)")
      #expect(marked.report.rows.map(\.evidence.row) == ["marked"])
      #expect(
        marked.report.notes == ["both sides are built with \(options.joined(separator: " "))"]
      )
      // Linked otherwise it is wrong: so what was relinked had it, too.
      let other = try await gate(["-Xswiftc", "-DMARKED"])
      #expect(other.outcome.status == 3 && other.report.rows.map(\.verdict) == [.unmeasured])
      // The only row is left out.
      let skipping = try await tool.run(
        ["gate", "--base", "HEAD", "--fresh", "--package-path", package.path, "--skip", "mark"]
          + options
      )
      #expect(skipping.error.contains("none that both sides have is left by --filter and --skip"))
    }
  }
}
