import Foundation
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct LinkCommandTests {
  private static let manifest = """
    commands:
      "C.Other-release.exe":
        args: ["/usr/bin/swiftc","-o","/p/.build/t/release/Other","-emit-executable","@/p/Other"]
      "C.Bench-release.exe":
        tool: shell
        args: ["/usr/bin/swiftc","-L/a b","-o","/p/.build/t/release/Bench","-module-name","Bench",\
    "-emit-executable","-Xlinker","main=Bench_main","@/p/Bench.LinkFileList","-g"]
    """.replacing("\\\n", with: "")

  @Test func `the command is found by what it makes, and made anew elsewhere`() throws {
    let command = try #require(
      LinkCommand(of: "/p/.build/t/release/Bench", inManifest: Self.manifest)
    )
    #expect(command.compiler == "/usr/bin/swiftc")
    #expect(command.objectList == "/p/Bench.LinkFileList")
    #expect(
      command.arguments(output: "/x/16", objectList: "/x/list", codeOffset: ("/x/16.o", "pad")) == [
        "-L/a b", "-o", "/x/16", "-module-name", "Bench", "-emit-executable", "-Xlinker",
        "main=Bench_main", "/x/16.o", "-Xlinker", "--undefined=pad", "@/x/list", "-Xlinker", "-S",
      ]
    )
    #expect(LinkCommand(of: "/p/.build/t/release/None", inManifest: Self.manifest) == nil)
    #expect(LinkCommand(of: "/p/.build/t/release/Bench", inManifest: "args: [") == nil)
  }

  @Test func `a shift of the code is the same for the same seed`() {
    #expect(CodeShift(seed: 4).insertions.map(\.size) == CodeShift(seed: 4).insertions.map(\.size))
    let sizes = (0..<50).flatMap { CodeShift(seed: $0).insertions.map(\.size) }
    #expect(sizes.allSatisfy { $0.isMultiple(of: 16) && (16...512).contains($0) })
    #expect(Set(sizes).count > 10)
  }

  @Test func `the interval of a rate is that of Clopper and Pearson`() {
    // From tables: 0 of 300, 5 of 100, 100 of 100.
    let none = BinomialInterval(successes: 0, trials: 300)
    #expect(none.lower == 0 && abs(none.upper - 0.01222) < 0.00002)
    let five = BinomialInterval(successes: 5, trials: 100)
    #expect(abs(five.lower - 0.01643) < 0.00002 && abs(five.upper - 0.11283) < 0.00002)
    let all = BinomialInterval(successes: 100, trials: 100)
    #expect(all.upper == 1 && abs(all.lower - 0.96378) < 0.00002)
  }
}
