import Testing

@testable import Signposts

@Suite(.timeLimit(.minutes(30))) struct TraceNameTests {
  private struct Nested<Element> {}
  private struct Zero<Rest> {}
  private struct One<Rest> {}

  private struct Wrapper: TraceNamed {
    static var traceName: String { "of \(String(cString: TraceName(of: Int.self).cString))" }
  }

  private struct First: TraceNamed {
    static var traceName: String { "one name" }
  }

  private struct Second: TraceNamed {
    static var traceName: String { "one name" }
  }

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

  @Test func `a type that asks for another type's name while it is named gets it`() {
    #expect(String(cString: TraceName(of: Wrapper.self).cString) == "of Swift.Int")
  }

  @Test func `types of the same name share one address`() {
    #expect(TraceName(of: First.self) == TraceName(of: Second.self))
    #expect(TraceName(of: First.self) == TraceName("one name"))
  }

  @Test func `more types than are kept without a lock have their names, from many tasks`() async {
    let count = 4_096
    let names = await withTaskGroup(of: [TraceName].self) { group in
      for task in 0..<4 {
        group.addTask {
          var names = [TraceName?](repeating: nil, count: count)
          for index in 0..<count {
            let number = (index + task * count / 4) % count
            names[number] = TraceName(of: Self.type(Void.self, number: number, digits: 12))
          }
          return names.compactMap(\.self)
        }
      }
      return await group.reduce(into: Set<[TraceName]>()) { $0.insert($1) }
    }
    #expect(names.count == 1)
    #expect(Set(names.first ?? []).count == count)
    for number in [0, 1, count - 1] {
      let type = Self.type(Void.self, number: number, digits: 12)
      #expect(String(cString: TraceName(of: type).cString) == String(reflecting: type))
    }
  }

  /// A type for each number below 2 to the power of `digits`.
  private static func type<Rest>(_: Rest.Type, number: Int, digits: Int) -> Any.Type {
    guard digits > 0 else { return Rest.self }
    return number & 1 == 0
      ? type(Zero<Rest>.self, number: number >> 1, digits: digits - 1)
      : type(One<Rest>.self, number: number >> 1, digits: digits - 1)
  }
}
