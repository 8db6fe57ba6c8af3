import Foundation
import Testing

@testable import CommandRunning

@Suite struct ProgramNeighboursTests {
  @Test func `a copy finds the libraries and resources of its program, and keeps what it has`()
    throws
  {
    let manager = FileManager.default
    let top = manager.temporaryDirectory.appending(path: "neighbours-\(UUID())").path
    defer { try? manager.removeItem(atPath: top) }
    for folder in ["build/Own_Tool.resources", "copy", "links"] {
      try manager.createDirectory(
        atPath: "\(top)/\(folder)",
        withIntermediateDirectories: true
      )
    }
    for file in ["tool", "libOwn.so", "libOther.so.2", "tool.json", "Own_Tool.resources/text"] {
      try Data(file.utf8).write(to: URL(filePath: "\(top)/build/\(file)"))
    }
    try Data("mine".utf8).write(to: URL(filePath: "\(top)/copy/libOther.so.2"))
    try manager.createSymbolicLink(
      atPath: "\(top)/links/tool",
      withDestinationPath: "\(top)/build/tool"
    )
    ProgramNeighbours.link(of: "\(top)/links/tool", into: "\(top)/copy")
    #expect(
      try manager.contentsOfDirectory(atPath: "\(top)/copy").sorted()
        == ["Own_Tool.resources", "libOther.so.2", "libOwn.so"]
    )
    func text(_ file: String) -> String? {
      try? String(contentsOfFile: "\(top)/copy/\(file)", encoding: .utf8)
    }
    #expect(text("libOwn.so") == "libOwn.so" && text("libOther.so.2") == "mine")
    #expect(text("Own_Tool.resources/text") == "Own_Tool.resources/text")
  }
}
