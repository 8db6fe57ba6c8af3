import Testing

@testable import Signposts

@Suite struct TraceNameTests {
  private struct Nested<Element> {}

  @Test func `equal names share one address`() {
    let parts = ["sub", "system"]
    #expect(TraceName("subsystem").cString == TraceName(parts.joined()).cString)
    #expect(TraceName("subsystem") != TraceName("category"))
  }

  @Test func `a type's name is its qualified one`() {
    #expect(String(cString: TraceName(of: Int.self).cString) == "Swift.Int")
    let name = String(cString: TraceName(of: Nested<Int>.self).cString)
    #expect(name.contains("SignpostsTests"))
    #expect(name.contains("Nested<Swift.Int>"))
    #expect(name.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    #expect(TraceName(of: Nested<Int>.self).cString == TraceName(of: Nested<Int>.self).cString)
  }

  @Test func `many tasks that intern the same names agree`() async {
    let addresses = await withTaskGroup(of: [UInt].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).map { UInt(bitPattern: TraceName("name \($0)").cString) } }
      }
      return await group.reduce(into: Set<[UInt]>()) { $0.insert($1) }
    }
    #expect(addresses.count == 1)
    #expect(Set(addresses.first ?? []).count == 200)
  }
}
