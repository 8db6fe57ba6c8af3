import Foundation
import ProcessLaunching
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct RelinkedProgramTests {
  @Test func `a program whose link command is unknown is the same at each code offset`() async {
    let program = await RelinkedProgram(
      of: BenchmarkProgram("/bin/true"),
      codeOffsets: [0, 16],
      directory: "/nowhere"
    )
    #expect(program.programs.map(\.path) == ["/bin/true", "/bin/true"])
    #expect(program.unshiftedReason?.hasPrefix("its link command was not found") == true)
  }

  @Test(arguments: ["plain", "ünï"])
  func `the compiler's temporary files have a path that it can bear`(name: String) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "\(UUID().uuidString)-\(name)").resolvingSymlinksInPath()
    let products = directory.appending(path: "scratch/triple/release")
    try FileManager.default.createDirectory(at: products, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    // A linker that notes where it would put temporary files.
    let linker = directory.appending(path: "linker").path
    try "#!/bin/sh\necho \"$TMPDIR\" > \"$(dirname \"$0\")/noted\"\n"
      .write(toFile: linker, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: linker)
    let executable = products.appending(path: "Bench").path
    let words = [linker, "-emit-executable", "-o", executable, "@objects"]
    let arguments = "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    try "    args: \(arguments)\n".write(
      to: directory.appending(path: "scratch/release.yaml"),
      atomically: false,
      encoding: .utf8
    )
    let linked = await RelinkedProgram(
      of: BenchmarkProgram(executable),
      codeOffsets: [0],
      directory: directory.path
    )
    #expect(linked.unshiftedReason == nil)
    let noted = try String(contentsOf: directory.appending(path: "noted"), encoding: .utf8)
    #expect((noted == directory.path + "\n") == (name == "plain"))
    #expect(noted.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `one that was linked can go back, where the other side could not be linked`()
    async throws
  {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let products = directory.appending(path: "scratch/triple/release")
    try FileManager.default.createDirectory(at: products, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let executable = products.resolvingSymlinksInPath().appending(path: "Bench").path
    // A linker that does nothing.
    let words = ["/bin/true", "-emit-executable", "-o", executable, "@objects"]
    let arguments = String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
      .replacing("\\/", with: "/")
    try "    args: \(arguments)\n".write(
      to: directory.appending(path: "scratch/release.yaml"),
      atomically: false,
      encoding: .utf8
    )
    let linked = await RelinkedProgram(
      of: BenchmarkProgram(executable),
      codeOffsets: [0],
      directory: directory.path
    )
    #expect(linked.unshiftedReason == nil)
    #expect(linked.programs.map(\.path) == ["\(directory.path)/0"])
    let unshifted = linked.unshifted("the base could not be linked")
    #expect(unshifted.programs.map(\.path) == [executable])
    #expect(unshifted.unshiftedReason == "the base could not be linked")
  }
}
