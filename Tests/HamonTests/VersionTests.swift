import Foundation
import HamonVersion
import Testing

@Suite struct VersionTests {
  @Test func `the changelog's newest release is this version`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../CHANGELOG.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let releases = text.matches(of: /(?m)^## \[?(\d+\.\d+\.\d+)/).map { String($0.1) }
    // None before the first release: all is below "Unreleased".
    #expect(releases.first ?? HamonVersion.number == HamonVersion.number)
    #expect(text.contains("\n## Unreleased\n") || !releases.isEmpty)
  }

  @Test func `the tool tells its version, and the commit where there is one`() {
    let text = HamonVersion.description
    #expect(text.hasPrefix(HamonVersion.number))
    #expect(text.wholeMatch(of: /\d+\.\d+\.\d+( \([0-9a-f]{7,}(, modified)?\))?/) != nil, "\(text)")
  }
}
