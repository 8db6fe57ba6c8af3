import FoundationEssentials
import KatanaRouter
import Testing

@Suite(.timeLimit(.minutes(30)))
struct NavigationTreeTests {
  @Test func `destinations and identities can be written as in the original`() throws {
    let unnamed = Destination(routableType: Screen.self, userIdentifier: nil as String?)
    #expect(unnamed.userIdentifier == nil)
    let name: String? = "item1"
    let named = Destination(routableType: Screen.self, userIdentifier: name)
    var tree = try NavigationTree(
      NavigationNode(screen("A"), children: [NavigationNode(unnamed), NavigationNode(named)])
    )
    #expect(tree.find("item\(1)")?.destination == named)
    try RemoveDestination(instanceIdentifier: unnamed.instanceIdentifier).edit(&tree)
    #expect(tree.description == "A*[item1]")
    #expect(throws: NavigationError.self) {
      try RemoveDestination(instanceIdentifier: named.instanceIdentifier).edit(&tree)
    }
  }

  @Test func `a tree is written as it is read`() throws {
    for text in ["A*", "A*[B*, C]", "A*[B[D, E*[F]], C*[G]]"] {
      #expect(try tree(text).description == text)
    }
    #expect(NavigationTree().description == "empty")
  }

  @Test func `destinations are equal and hash alike exactly if their identities are equal`() {
    let id = UUID()
    let one = Destination(routableType: Screen.self, instanceIdentifier: id)
    let same = Destination(routableType: OtherScreen.self, contextData: 1, instanceIdentifier: id)
    #expect(one == same)
    #expect(Set([one, same]).count == 1)
    #expect(one.instanceIdentifier == id)
    #expect(one.userIdentifier == nil)
    let named = Destination(routableType: Screen.self, userIdentifier: "a")
    #expect(named.instanceIdentifier == nil)
    #expect(Set([named, screen("a"), screen("b")]).count == 2)
    #expect(named != one)
    #expect(Destination(routableType: Screen.self) != Destination(routableType: Screen.self))
  }

  @Test func `the traversal visits inactive children in order and then the active one`() throws {
    // docs/semantics/router.md, R3: A[*B, C[D[E]]].
    let example = try tree("A*[B*, C[D[E]]]")
    #expect(example.nodes().names == "A C D E B")
    #expect(example.nodes(postOrder: true).names == "E D C B A")
    let siblings = try tree("r*[b, c*, d, e]")
    #expect(siblings.nodes().names == "r b d e c")
    #expect(siblings.root?.first { $0.children.isEmpty }?.destination == screen("b"))
  }

  @Test func `the active leaf is at the end of the active children`() throws {
    let example = try tree("A*[B[X*], C*[D, E*]]")
    #expect(example.activeLeaf?.destination == screen("E"))
    #expect(example.activePath.map(\.userIdentifier) == ["A", "C", "E"])
    #expect(try tree("A*[B, C]").activeLeaf?.destination == screen("A"))
    #expect(NavigationTree().activeLeaf == nil)
  }

  @Test func `a destination is found with what is under it and whether it is active`() throws {
    let example = try tree("A*[B[X*], C*[D, E*]]")
    #expect(example.find("C")?.children.names == "D E")
    #expect(example.find("C")?.isActive == true)
    #expect(example.find("B")?.isActive == false)
    #expect(example.find("A")?.isActive == true)
    #expect(example.find("Z") == nil)
    #expect(example.parent(of: "X") == screen("B"))
    #expect(example.parent(of: "A") == nil)
    #expect(example.root?.find("X")?.destination == screen("X"))
    #expect(example.root?.contains("Z") == false)
    #expect(example.count == 6)
  }

  @Test func `an edit leaves other values alone and shares what it does not change`() throws {
    let old = try tree("A*[B*[X], C[Y]]")
    var new = old
    try new.insert([NavigationNode(screen("Z"))], under: "C")
    #expect(old.description == "A*[B*[X], C[Y]]")
    #expect(new.description == "A*[B*[X], C[Y, Z]]")
    let (oldB, newB) = (try #require(old.find("B")), try #require(new.find("B")))
    #expect(oldB.isIdentical(to: newB))
    let (oldC, newC) = (try #require(old.find("C")), try #require(new.find("C")))
    #expect(!oldC.isIdentical(to: newC))
    #expect(!old.contains("Z"))
    #expect(new.contains("Z"))
  }

  struct Edit: CustomTestStringConvertible {
    let before: String
    let name: String
    let after: String
    let body: @Sendable (inout NavigationTree) throws(NavigationError) -> Void
    init(
      _ before: String,
      _ name: String,
      _ after: String,
      body: @escaping @Sendable (inout NavigationTree) throws(NavigationError) -> Void
    ) {
      (self.before, self.name, self.after, self.body) = (before, name, after, body)
    }
    var testDescription: String { "\(before) \(name)" }
  }

  static let edits = [
    Edit("", "set root", "A*") { tree throws(NavigationError) in
      try tree.setRoot(NavigationNode(screen("A")))
    },
    Edit("A*[B]", "reset", "") { tree throws(NavigationError) in try tree.reset() },
    Edit("A*", "add leaf", "A*[B*]") { tree throws(NavigationError) in
      try tree.addActiveLeaf(NavigationNode(screen("B")))
    },
    Edit("A*[B, C*]", "insert first", "A*[X, Y, B, C*]") { tree throws(NavigationError) in
      try tree.insert(["X", "Y"].map { NavigationNode(screen($0)) }, under: "A", at: 0)
    },
    Edit("A*[B, C*]", "insert in the active one's place", "A*[B, X, C*]") {
      tree throws(NavigationError) in
      try tree.insert([NavigationNode(screen("X"))], under: "A", at: 1)
    },
    Edit("A*[B*, C]", "insert active", "A*[B, X*, C]") { tree throws(NavigationError) in
      try tree.insert([NavigationNode(screen("X"), isActive: true)], under: "A", at: 1)
    },
    Edit("A*[B*, C]", "remove active", "A*[C]") { tree throws(NavigationError) in
      try tree.remove("B")
    },
    Edit("A*[B, C*[D]]", "remove before active", "A*[C*[D]]") { tree throws(NavigationError) in
      try tree.remove("B")
    },
    Edit("A*[B*[D], C]", "replace", "A*[X*, C]") { tree throws(NavigationError) in
      try tree.replace("B", with: NavigationNode(screen("X")))
    },
    Edit("A*", "replace root", "X*") { tree throws(NavigationError) in
      try tree.replace("A", with: NavigationNode(screen("X")))
    },
    Edit("A*[B*, C[D[E]]]", "set active", "A*[B, C*[D*[E*]]]") { tree throws(NavigationError) in
      try tree.setActive("E")
    },
    Edit("A*[B*]", "no active child", "A*[B]") { tree throws(NavigationError) in
      try tree.setActiveChild(nil, of: "A")
    },
    Edit("A*[B, C[D, E]]", "active child", "A*[B, C[D, E*]]") { tree throws(NavigationError) in
      try tree.setActiveChild("E", of: "C")
    },
    Edit("A*[X, B*[C*[D*]]]", "pop to", "A*[X, B*]") { tree throws(NavigationError) in
      try tree.pop(to: "B")
    },
    Edit("A*[B*[D*], C]", "move", "A*[C[B[D*]]]") { tree throws(NavigationError) in
      try tree.move("B", under: "C")
    },
    Edit("A*[B, C*, D]", "move within", "A*[C*, D, B]") { tree throws(NavigationError) in
      try tree.move("B", under: "A")
    },
    Edit("A*[B, C*, D]", "move active within", "A*[B, D, C*]") { tree throws(NavigationError) in
      try tree.move("C", under: "A", at: 2)
    },
    Edit("A*[B, C*, D]", "order", "A*[D, C*, B]") { tree throws(NavigationError) in
      try tree.setChildOrder(of: "A", to: ["D", "C", "B"])
    },
  ]

  @Test(arguments: edits) func `each edit does what it says`(edit: Edit) throws {
    var edited = try tree(edit.before)
    try edit.body(&edited)
    let expected = try tree(edit.after)
    #expect(edited.description == expected.description)
    #expect(edited == expected)
    #expect(edited.count == edited.nodes().count)
    for node in edited.nodes() {
      for child in node.children {
        #expect(edited.parent(of: child.destination.id) == node.destination)
      }
    }
  }

  static let wrongUses:
    [(NavigationError, @Sendable (inout NavigationTree) throws(NavigationError) -> Void)] = [
      (.unknownDestination("Z"), { tree throws(NavigationError) in try tree.remove("Z") }),
      (
        .unknownDestination("Z"),
        { tree throws(NavigationError) in try tree.insert([], under: "Z") }
      ),
      (.unknownDestination("Z"), { tree throws(NavigationError) in try tree.setActive("Z") }),
      (
        .unknownDestination("Z"), { tree throws(NavigationError) in try tree.move("B", under: "Z") }
      ),
      (
        .unknownDestination("D"),
        { tree throws(NavigationError) in try tree.setActiveChild("D", of: "A") }
      ),
      (.isRoot(screen("A")), { tree throws(NavigationError) in try tree.remove("A") }),
      (.isRoot(screen("A")), { tree throws(NavigationError) in try tree.move("A", under: "B") }),
      (
        .cycle(moved: screen("B"), under: screen("D")),
        { tree throws(NavigationError) in try tree.move("B", under: "D") }
      ),
      (
        .cycle(moved: screen("B"), under: screen("B")),
        { tree throws(NavigationError) in try tree.move("B", under: "B") }
      ),
      (
        .rootExists(root: screen("A"), added: screen("Z")),
        { tree throws(NavigationError) in try tree.setRoot(NavigationNode(screen("Z"))) }
      ),
      (
        .duplicate(existing: screen("D"), added: screen("D")),
        { tree throws(NavigationError) in
          try tree.insert([NavigationNode(screen("D"))], under: "A")
        }
      ),
      (
        .duplicate(existing: screen("X"), added: screen("X")),
        { tree throws(NavigationError) in
          try tree.insert([NavigationNode(screen("X")), NavigationNode(screen("X"))], under: "A")
        }
      ),
      (
        .duplicate(existing: screen("C"), added: screen("C")),
        { tree throws(NavigationError) in try tree.replace("B", with: NavigationNode(screen("C"))) }
      ),
      (.notActive(screen("C")), { tree throws(NavigationError) in try tree.pop(to: "C") }),
      (
        .noSuchPlace(3, under: screen("A"), count: 2),
        { tree throws(NavigationError) in
          try tree.insert([NavigationNode(screen("X"))], under: "A", at: 3)
        }
      ),
      (
        .noSuchPlace(2, under: screen("A"), count: 1),
        { tree throws(NavigationError) in try tree.move("B", under: "A", at: 2) }
      ),
      (
        .wrongOrder(of: screen("A")),
        { tree throws(NavigationError) in try tree.setChildOrder(of: "A", to: ["B"]) }
      ),
      (
        .wrongOrder(of: screen("A")),
        { tree throws(NavigationError) in try tree.setChildOrder(of: "A", to: ["B", "B"]) }
      ),
    ]

  @Test(arguments: wrongUses.indices)
  func `a wrong edit throws an error that names the destination and changes nothing`(
    index: Int
  ) throws {
    let (error, body) = Self.wrongUses[index]
    var edited = try tree("A*[B*[D], C]")
    let before = edited
    #expect(throws: error) { try body(&edited) }
    #expect(edited.isIdentical(to: before))
    #expect(edited.count == 4)
    #expect(edited.contains("B") && !edited.contains("X"))
    #expect(error.description.hasPrefix("destination "))
  }

  @Test func `an error names both duplicates`() {
    let first = Destination(routableType: Screen.self, userIdentifier: "a")
    let second = Destination(routableType: OtherScreen.self, userIdentifier: "a")
    let root = NavigationNode(first, children: [NavigationNode(second)])
    #expect {
      try NavigationTree(root)
    } throws: {
      "\($0)" == "destination OtherScreen \"a\": Screen \"a\" has its identity already; "
        + "give each an identity of its own"
    }
  }

  @Test func `equality looks at places, activity and types`() throws {
    let base = try tree("A*[B*, C]")
    #expect(base == (try tree("A*[B*, C]")))
    for other in ["A*[B, C]", "A*[C, B*]", "A*[B*]", "A*[B*, C[D]]", "A*[B*, D]", ""] {
      #expect(base != (try tree(other)))
    }
    let typed = Destination(routableType: OtherScreen.self, userIdentifier: "C")
    var replaced = base
    try replaced.replace("C", with: NavigationNode(typed))
    #expect(replaced != base)
  }

  private func chain(_ length: Int, above bottom: Destination) -> NavigationNode {
    let link = Destination(routableType: Screen.self)
    var node = NavigationNode(bottom, isActive: true)
    for place in 1..<length {
      let isOwn = length < 1_000_000
      node = NavigationNode(
        isOwn ? screen("\(place)") : link,
        isActive: true,
        children: CollectionOfOne(node)
      )
    }
    return node
  }

  @Test func `a chain of a million destinations is released, with what it holds`() {
    weak var context: Context?
    do {
      let object = Context()
      context = object
      let bottom = Destination(routableType: Screen.self, contextData: object)
      let node = chain(1_000_000, above: bottom)
      let copy = NavigationNode(screen("top"), children: [node])
      #expect(copy.children[0].isIdentical(to: node))
      #expect(context != nil)
    }
    #expect(context == nil)
  }

  @Test func `a long chain is indexed, read and edited without recursion`() throws {
    var tree = try NavigationTree(chain(50_000, above: screen("leaf")))
    try tree.addActiveLeaf(NavigationNode(screen("end")))
    #expect(tree.count == 50_001)
    #expect(tree.activeLeaf?.destination == screen("end"))
    #expect(tree.nodes(postOrder: true).first?.destination == screen("end"))
    let other = tree
    try tree.remove("leaf")
    #expect(tree.count == 49_999)
    #expect(tree != other)
  }

  private final class Context: Sendable {}
}
