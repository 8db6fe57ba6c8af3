import Foundation
import Plastic
import Testing

@Suite(.timeLimit(.minutes(30))) struct HierarchyTests {
  @Test func `declarations are given back as they were`() throws {
    let reference = try ReferenceSize(CGSize(width: 3, height: 4), policy: .fill)
    let text = MonospacedText("text", fontSize: .fixed(10))
    let declarations: [ViewDeclaration<String>] = [
      .view("in a later one", in: .key("later"), frame: rect(1, 2, 3, 4)),
      .view("later", in: .declaration(at: 2), referenceSize: reference, content: text),
      .unkeyed(frame: rect(5, 6, 7, 8)), .unkeyed(in: .key("later"), frame: rect(9, 10, 11, 12)),
      .view("measured", in: .declaration(at: 0), content: text), .view("plain"),
    ]
    let hierarchy = try ViewHierarchy(declarations)
    #expect(hierarchy.declarations == declarations)
    #expect(hierarchy.count == 6)
    #expect(try ViewHierarchy(keys: [3, 1]).declarations == [.view(3), .view(1)])
  }

  @Test func `what reference sizes and contents are of is found among many`() throws {
    let declarations = try (0..<40)
      .map { key in
        ViewDeclaration<Int>.view(
          key,
          in: key > 0 ? .key((key - 1) / 2) : .nativeView,
          frame: rect(0, 0, 8, 8),
          referenceSize: key % 3 == 0
            ? try ReferenceSize(CGSize(width: CGFloat(key + 1), height: 1000), policy: .width)
            : nil,
          content: key % 4 == 1
            ? Counted(id: key, counter: ComparisonCounter()) : nil
        )
      }
    let hierarchy = try ViewHierarchy(declarations)
    let result = try hierarchy.layout(
      in: rect(0, 0, 1, 1),
      environment: LayoutEnvironment(rounding: .none)
    ) { views in
      for key in (1..<40) where key % 3 != 0 {
        if key % 4 == 1 {
          views[key]?.sizeToFit()
        } else if views[(key - 1) / 2]?.width == .fixed(8) {
          views[key]?.height = .scalable(1)
        }
      }
    }
    for key in 1..<40 where key % 3 != 0 {
      if key % 4 == 1 {
        #expect(result[key]?.width == CGFloat(key))
      } else if result[(key - 1) / 2]?.width == 8 {
        var nearest = (key - 1) / 2
        while nearest % 3 != 0 { nearest = (nearest - 1) / 2 }
        #expect(result[key]?.height == 8 / CGFloat(nearest + 1))
      }
    }
  }

  /// A letter in either case, which is one byte.
  private struct Letter: IndexedKey {
    let ascii: UInt8

    init(_ character: Character) { ascii = character.asciiValue ?? 0 }

    var layoutIndex: Int { Int(ascii | 0x20) }

    static func == (left: Letter, right: Letter) -> Bool { left.layoutIndex == right.layoutIndex }

    func hash(into hasher: inout Hasher) { hasher.combine(layoutIndex) }
  }

  @Test func `keys of one byte are told apart by an index that they say`() throws {
    #expect(throws: LayoutError.self) { try ViewHierarchy(keys: [Letter("a"), Letter("A")]) }
    #expect(throws: LayoutError.self) {
      try makeAnywhere([.view(Letter("a")), .view(Letter("A"))])
    }
    let known = try ViewHierarchy(keys: [Letter("a"), Letter("B")])
    let unknown = try makeAnywhere([.view(Letter("a")), .view(Letter("B"))])
    for hierarchy in [known, unknown] {
      let result = try hierarchy.layout(in: rect(0, 0, 9, 9)) { views in
        views[Letter("b")]?.width = .fixed(4)
        find(Letter("A"), in: views)?.width = .fixed(3)
        #expect(views[Letter("c")] == nil)
        #expect(find(Letter("Z"), in: views) == nil)
      }
      #expect(result[Letter("A")] == rect(0, 0, 3, 0))
      #expect(result[Letter("B")] == rect(0, 0, 4, 0))
    }
  }

  /// A key whose indices are of no use for a table.
  private struct Sparse: IndexedKey {
    let layoutIndex: Int
  }

  @Test(arguments: [[0, 1 << 40], [-1, 3], [7, 5000]])
  func `keys whose indices aren't dense are found all the same`(_ indices: [Int]) throws {
    let keys = indices.map { Sparse(layoutIndex: $0) }
    let hierarchies = [try ViewHierarchy(keys: keys), try makeAnywhere(keys.map { .view($0) })]
    for hierarchy in hierarchies {
      let result = try hierarchy.layout(in: rect(0, 0, 9, 9)) { views in
        views[keys[0]]?.width = .fixed(4)
        find(keys[1], in: views)?.width = .fixed(3)
        #expect(views[Sparse(layoutIndex: 6)] == nil)
      }
      #expect(result.frames == [rect(0, 0, 4, 0), rect(0, 0, 3, 0)])
    }
    #expect(throws: LayoutError.self) { try ViewHierarchy(keys: keys + [keys[1]]) }
  }
}

/// Makes a hierarchy where nothing is known of the keys.
func makeAnywhere<Key>(_ declarations: [ViewDeclaration<Key>]) throws -> ViewHierarchy<Key> {
  try ViewHierarchy(declarations)
}

/// Finds a view where nothing is known of the keys.
private func find<Key>(_ key: Key, in views: ViewsContainer<Key>) -> PlasticView? { views[key] }
