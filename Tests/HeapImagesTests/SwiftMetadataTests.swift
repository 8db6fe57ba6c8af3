import Foundation
import ObjectFiles
import Testing

@testable import HeapImages

private class Plain {
  var number = 1
  weak var weakly: Plain?
  unowned var unownedly: Plain
  unowned(unsafe) var unsafely: Plain
  var unmanaged: Unmanaged<Plain>?
  var pair: (small: Bool, other: Plain?) = (true, nil)
  var state = State()
  var choice = Choice.none
  lazy var late = 3
  init?(_ other: Plain?) {
    guard let other else { return nil }
    unownedly = other
    unsafely = other
  }
  struct State {
    var isOpen = false
    var any: (any Equatable)?
    var delegate: (any Delegate)?
    var handler: (() -> Void)?
    var inner = Inner()
    struct Inner {
      var name = ""
      var last: Plain?
      unowned(unsafe) var owner: Plain?
    }
  }
  enum Choice {
    case none
    case one(Plain)
  }
}
private protocol Delegate: AnyObject {}
private class Generic<First, Second> {
  var first: First?
  var seconds: [Second] = []
  final class Nested<Third> { var all: (First, Second, Third)? }
}
extension Generic { final class InExtension { var value: Second? } }
private final class Inherited: Generic<Int, [String: Plain?]> { var own: Plain? }
private actor Worker {
  var job: Task<Void, Never>?
  var other: Plain?
}
private final class Padded<Element> {
  var flag = true
  var element: Element?
  var after: Plain?
}
private struct Mixed {
  var byte: UInt8 = 1
  var optional: Int?
  var reference: Plain?
}

@Suite struct SwiftMetadataTests {
  /// Read anew each time, for this process goes on making metadata.
  private var metadata: SwiftMetadata {
    get throws { SwiftMetadata(try #require(ProcessImage(of: getpid()))) }
  }

  private func address(_ type: Any.Type) -> UInt64 {
    UInt64(UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self)))
  }

  private func name(_ type: Any.Type) -> String {
    (try? metadata).map { "\($0.type(at: address(type)))" } ?? ""
  }

  @Test func `types have the names that their authors write`() {
    #expect(name(Plain.self) == "Plain")
    #expect(name(Plain.State.Inner.self) == "Plain.State.Inner")
    #expect(name(Generic<Int, String>.self) == "Generic<Int, String>")
    #expect(name(Generic<Int, String>.Nested<Plain?>.self) == "Generic<Int, String>.Nested<Plain?>")
    #expect(
      name(Generic<[Int], Set<String>>.InExtension.self)
        == "Generic<[Int], Set<String>>.InExtension"
    )
    #expect(name(Inherited.self) == "Inherited")
    #expect(name(Worker.self) == "Worker")
    final class Local {}
    #expect(name(Local.self) == "SwiftMetadataTests.Local")
    #expect(name([String: [Plain]].self) == "[String: [Plain]]")
    #expect(name((a: Int, Plain).self) == "(a: Int, Plain)")
    #expect(name(((Int, String) -> Plain).self) == "(Int, String) -> Plain")
    #expect(name((any Equatable).self) == "any Equatable")
    #expect(name(Any.self) == "Any")
    #expect(name(AnyObject.self) == "AnyObject")
    #expect(name((any Delegate)?.self) == "(any Delegate)?")
    #expect(name(Plain.Type.self) == "Plain.Type")
    #expect(name(Result<Int, any Error>.self) == "Result<Int, any Error>")
    #expect(name(Task<Int, Never>.self) == "Task<Int, Never>")
    #expect(name(Mixed.self) == "Mixed")
    #expect(name(Data.self) == "Data")
  }

  @Test func `modules are those of the types`() throws {
    let metadata = try metadata
    for (type, module) in [
      (Plain.self, "HeapImagesTests"), (String.self, "Swift"),
      (Generic<Int, Int>.InExtension.self, "HeapImagesTests"),
    ] as [(Any.Type, String)] {
      guard case .nominal(let nominal) = metadata.type(at: address(type)) else {
        Issue.record("\(type)")
        continue
      }
      #expect(nominal.module == module)
    }
  }

  @Test func `what is no metadata is no class`() throws {
    let metadata = try metadata
    #expect(metadata.classInfo(at: 0) == nil)
    #expect(metadata.classInfo(at: 8) == nil)
    #expect(metadata.classInfo(at: address(Int.self)) == nil)
    #expect(metadata.classInfo(at: address(Plain.self) + 8) == nil)
    #expect(metadata.classInfo(at: UInt64.max - 7) == nil)
    #expect("\(metadata.type(at: 0x1234))" == "_")
  }

  @Test func `sizes are those of the compiler`() throws {
    func check<Value>(_ type: Value.Type) throws {
      let metadata = try metadata
      let found = TypeLayouts(metadata).layout(of: metadata.type(at: address(type)))
      #expect(found?.size == MemoryLayout<Value>.size, "\(type)")
      #expect(found?.stride == MemoryLayout<Value>.stride, "\(type)")
    }
    try check(Int.self)
    try check(Plain.State.self)
    try check(Plain.State.Inner.self)
    try check(Mixed.self)
    try check((Bool, Int?, UInt8).self)
    try check((any Equatable)?.self)
    try check((any Delegate)?.self)
    try check(Plain?.self)
    try check((() -> Void)?.self)
    try check([Int].self)
    try check(String?.self)
  }

  /// What is at each offset of a class, by the runtime's own offsets.
  private func spot(_ type: AnyClass, _ offset: Int) -> (path: String, ownership: Ownership) {
    let address = address(type)
    guard let metadata = try? metadata,
      let field = metadata.fields(ofClass: address).last(where: { $0.offset <= offset })
    else { return ("", .strong) }
    let spot = TypeLayouts(metadata).spot(in: field.type, at: offset - field.offset)
    return (([field.name] + spot.path).joined(separator: "."), spot.ownership)
  }

  @Test func `fields are named down to the innermost, with whether they keep what they hold`()
    throws
  {
    let metadata = try metadata
    func offset(_ name: String) throws -> Int {
      try #require(metadata.fields(ofClass: address(Plain.self)).first { $0.name == name }).offset
    }
    #expect(spot(Plain.self, try offset("weakly")) == ("weakly", .weak))
    #expect(spot(Plain.self, try offset("unownedly")) == ("unownedly", .unowned))
    #expect(spot(Plain.self, try offset("unsafely")) == ("unsafely", .unmanaged))
    #expect(spot(Plain.self, try offset("unmanaged")) == ("unmanaged", .unmanaged))
    #expect(spot(Plain.self, try offset("pair") + 8) == ("pair.other", .strong))
    #expect(spot(Plain.self, try offset("choice")) == ("choice.one", .strong))
    #expect(spot(Plain.self, try offset("late")).path == "late")
    let state = try offset("state")
    func inState(_ path: PartialKeyPath<Plain.State>) throws -> Int {
      state + (try #require(MemoryLayout<Plain.State>.offset(of: path)))
    }
    #expect(spot(Plain.self, try inState(\.any)) == ("state.any", .strong))
    #expect(spot(Plain.self, try inState(\.delegate)) == ("state.delegate", .strong))
    // A function has no offset of its own.
    #expect(spot(Plain.self, try inState(\.inner) - 8) == ("state.handler", .strong))
    #expect(spot(Plain.self, try inState(\.inner.last)) == ("state.inner.last", .strong))
    #expect(spot(Plain.self, try inState(\.inner.last) + 8) == ("state.inner.owner", .unmanaged))
  }

  @Test func `fields of superclasses and of generic classes are placed`() throws {
    func fields(_ type: AnyClass) throws -> [SwiftMetadata.PlacedField] {
      let address = address(type)
      return try metadata.fields(ofClass: address)
    }
    let inherited = try fields(Inherited.self)
    #expect(inherited.map(\.name) == ["first", "seconds", "own"])
    #expect(inherited.map { "\($0.type)" } == ["Int?", "[[String: Plain?]]", "Plain?"])
    let padded = try fields(Padded<Mixed>.self)
    #expect(padded.map(\.name) == ["flag", "element", "after"])
    let reference = try #require(MemoryLayout<Mixed>.offset(of: \.reference))
    #expect(spot(Padded<Mixed>.self, padded[1].offset + reference).path == "element.reference")
    let worker = try fields(Worker.self)
    #expect(worker.map(\.name).suffix(2) == ["job", "other"])
    #expect(try #require(metadata.classInfo(at: address(Worker.self))).isActor)
  }

  @Test func `classes of C++ are named by their type information`() {
    #expect(CxxSymbol.readable("7Session", isType: true) == "Session")
    #expect(CxxSymbol.readable("N3net5QueueIiEE", isType: true) == "net::Queue<int>")
    #expect(CxxSymbol.readable("_ZN3net7Session4openEv") == "net::Session::open()")
    #expect(CxxSymbol.readable("main") == "main")
  }
}
