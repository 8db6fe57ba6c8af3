import KatanaRouter
import Testing

@Suite(.timeLimit(.minutes(30)))
struct RouteDiffTests {
  /// The steps as text, one a line.
  func steps(_ old: String, _ new: String) throws -> [String] {
    try RouteDiff(from: tree(old), to: tree(new)).steps.map(\.description)
  }

  // The cases of docs/semantics/router.md, R10.

  @Test func `one destination comes and goes`() throws {
    #expect(try steps("A*", "A*[B]") == ["push B under A, order [B]"])
    #expect(try steps("A*[B]", "A*") == ["pop B from A"])
  }

  @Test func `the root comes and goes with what it contains`() throws {
    #expect(
      try steps("", "A*[B]") == ["push A under nothing, order [A]", "push B under A, order [B]"]
    )
    #expect(try steps("A*[B]", "") == ["pop B from A", "pop A from nothing"])
  }

  @Test func `several destinations under one parent come as one change with only what is new`()
    throws
  {
    #expect(
      try steps("A*[B]", "A*[B, C, D]") == ["change A: pop [], push [C, D], order [B, C, D]"]
    )
  }

  @Test func `several destinations under one parent go as one change in sibling order`() throws {
    #expect(
      try steps("A*[B, C, D]", "A*[B]") == ["change A: pop [C, D], push [], order [B]"]
    )
    #expect(
      try steps("A*[B, C*, D, E]", "A*[B]") == ["change A: pop [C, D, E], push [], order [B]"]
    )
  }

  @Test func `another order of children is visible`() throws {
    #expect(try steps("A*[B, C]", "A*[C, B]") == ["reorder A: [C, B]"])
    #expect(
      try steps("A*[B, C, D]", "A*[D, B]") == ["pop C from A", "reorder A: [D, B]"]
    )
    #expect(
      try steps("A*[B, C]", "A*[C, X, B]") == ["push X under A, order [C, X, B]"]
    )
  }

  @Test func `another child becomes active`() throws {
    #expect(try steps("A*[B*, C]", "A*[B, C*]") == ["activate C of A"])
    #expect(try steps("A*[B*, C]", "A*[B, C]") == ["activate nothing of A"])
    #expect(try steps("A*[B*, C]", "A*[C]") == ["pop B from A"])
  }

  @Test func `what isn't active itself isn't told that none of its children is any more`() throws {
    #expect(
      try steps("A*[T1*[x*], T2]", "A*[T1[x], T2*[y*]]") == [
        "push y under T2, order [y]", "activate y of T2", "activate T2 of A",
      ]
    )
    #expect(try steps("A*[T1[x*], T2*]", "A*[T1[x], T2*]") == [])
    // What it shall show as soon as it is active, it is told.
    #expect(
      try steps("A*[T1*[x*, z], T2]", "A*[T1[x, z*], T2*]") == [
        "activate z of T1", "activate T2 of A",
      ]
    )
    // From what is on screen the step comes when it can be seen.
    #expect(
      try steps("A*[T1[x*], T2*]", "A*[T1*[x], T2]") == [
        "activate nothing of T1", "activate T1 of A",
      ]
    )
    #expect(
      try steps("A*[T1*[m*[x*]], T2]", "A*[T1[m[x]], T2*]") == ["activate T2 of A"]
    )
  }

  @Test func `a destination that gets another parent is popped and pushed, and is a move`() throws {
    let diff = try RouteDiff(from: tree("A*[B[x], C]"), to: tree("A*[B, C[x]]"))
    #expect(
      diff.steps.map(\.description) == ["pop x from B", "push x under C, order [x]"]
    )
    let move = try #require(diff.moves.first)
    #expect(diff.moves.count == 1)
    #expect(move.destination == screen("x"))
    #expect(move.old == screen("B"))
    #expect(move.new == screen("C"))
    #expect(try RouteDiff(from: tree("A*[B]"), to: tree("A*[C]")).moves.isEmpty)
  }

  @Test func `what is pushed as the active child is activated afterwards`() throws {
    #expect(
      try steps("A*[B*]", "A*[B*[C*]]") == ["push C under B, order [C]", "activate C of B"]
    )
  }

  // The order of all steps.

  @Test func `what goes comes first, deepest first and the active branch last`() throws {
    #expect(
      try steps("A*[B*[D*, E], C[F, G[H]]]", "A*") == [
        "pop H from G", "change C: pop [F, G], push [], order []",
        "change B: pop [D, E], push [], order []", "change A: pop [B, C], push [], order []",
      ]
    )
  }

  @Test func `what comes is told parents first and the active branch last`() throws {
    #expect(
      try steps("A*", "A*[B*[D*, E], C[F, G[H]]]") == [
        "change A: pop [], push [B, C], order [B, C]",
        "change C: pop [], push [F, G], order [F, G]", "push H under G, order [H]",
        "change B: pop [], push [D, E], order [D, E]", "activate D of B", "activate B of A",
      ]
    )
  }

  @Test func `goes, comes and becomes active keep their order where all happens at once`() throws {
    #expect(
      try steps("A*[B*[x, y], C]", "A*[B[y, z], C*[w*], D]") == [
        "change B: pop [x], push [z], order [y, z]", "push D under A, order [B, C, D]",
        "push w under C, order [w]", "activate w of C", "activate C of A",
      ]
    )
  }

  @Test
  func `pops under a parent with pushes are part of the change, and what was under them is not`()
    throws
  {
    #expect(
      try steps("A*[B[x], C]", "A*[C, D]") == [
        "pop x from B", "change A: pop [B], push [D], order [C, D]",
      ]
    )
  }

  @Test
  func `what is moved goes before it comes, where its old parent gets something else as well`()
    throws
  {
    #expect(
      try steps("A*[B, C[x, y]]", "A*[B[x], C[z]]") == [
        "pop x from C", "push x under B, order [x]", "change C: pop [y], push [z], order [z]",
      ]
    )
  }

  @Test func `the order of a step is what the children are after that step and no later one`()
    throws
  {
    #expect(
      try steps("A*[B, C, P]", "A*[P[B, C], D]") == [
        "change A: pop [B, C], push [], order [P]",
        "change P: pop [], push [B, C], order [B, C]", "push D under A, order [P, D]",
      ]
    )
  }

  @Test func `another root is one change`() throws {
    #expect(
      try steps("A*[B*]", "X*[Y*]") == [
        "pop B from A", "change nothing: pop [A], push [X], order [X]",
        "push Y under X, order [Y]", "activate Y of X",
      ]
    )
  }

  @Test func `a destination of another type is another one, and is activated again`() throws {
    let old = try tree("A*[B*, C]")
    var new = old
    let other = Destination(routableType: OtherScreen.self, userIdentifier: "B")
    try new.replace("B", with: NavigationNode(other))
    #expect(
      RouteDiff(from: old, to: new).steps.map(\.description) == [
        "change A: pop [B], push [B], order [B, C]", "activate B of A",
      ]
    )
  }

  @Test func `what stays and has another context is told beside the steps`() throws {
    struct Opaque {}
    let made = { (context: (any Sendable)?) in
      Destination(routableType: Screen.self, contextData: context, userIdentifier: "B")
    }
    let updates = { (old: (any Sendable)?, new: (any Sendable)?) in
      let root = { NavigationNode(screen("A"), children: [NavigationNode(made($0))]) }
      let diff = RouteDiff(from: try NavigationTree(root(old)), to: try NavigationTree(root(new)))
      #expect(diff.steps.isEmpty)
      return diff.updates.map { $0.contextData as? Int }
    }
    #expect(try updates(1, 2) == [2])
    #expect(try updates(1, 1) == [])
    #expect(try updates(nil, nil) == [])
    #expect(try updates(1, nil) == [nil])
    #expect(try updates(nil, 1) == [1])
    #expect(try updates("1", 1) == [1])
    #expect(try updates(Opaque(), Opaque()) == [nil])
    let tree = try NavigationTree(NavigationNode(made(Opaque())))
    #expect(RouteDiff(from: tree, to: tree).isEmpty)
    var longer = tree
    try longer.addActiveLeaf(NavigationNode(screen("C")))
    #expect(RouteDiff(from: tree, to: longer).updates.isEmpty)
  }

  @Test func `equal trees have no steps, whether they share anything or not`() throws {
    let one = try tree("A*[B*[C], D]")
    #expect(RouteDiff(from: one, to: one).isEmpty)
    #expect(RouteDiff(from: one, to: try tree("A*[B*[C], D]")).isEmpty)
    #expect(RouteDiff(from: NavigationTree(), to: NavigationTree()).isEmpty)
  }

  @Test func `a chain of 50,000 destinations is compared without recursion`() throws {
    var node = NavigationNode(screen("leaf"), isActive: true)
    for _ in 0..<50_000 {
      node = NavigationNode(
        Destination(routableType: Screen.self),
        isActive: true,
        children: CollectionOfOne(node)
      )
    }
    let chain = try NavigationTree(node)
    let pushes = RouteDiff(from: NavigationTree(), to: chain).steps
    #expect(pushes.count == 2 * 50_000 + 1)
    #expect(RouteDiff(from: chain, to: NavigationTree()).steps.count == 50_001)
    var longer = chain
    try longer.addActiveLeaf(NavigationNode(screen("end")))
    #expect(
      RouteDiff(from: chain, to: longer).steps.map(\.description) == [
        "push end under leaf, order [end]", "activate end of leaf",
      ]
    )
  }
}
