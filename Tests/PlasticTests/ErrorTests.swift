import Foundation
import Plastic
import Testing

@Suite(.timeLimit(.minutes(30))) struct ErrorTests {
  private enum Key { case a, b, c, d }

  @Test func `a value that scales without a reference size is an error`() throws {
    let hierarchy = try ViewHierarchy<Key>(keys: [.a])
    let expected = LayoutError.missingReferenceSize(view: "a", .scalable(60))
    #expect(throws: expected) {
      try hierarchy.layout(in: rect(0, 0, 100, 100)) { $0[.a]?.height = .scalable(60) }
    }
    #expect(expected.description.contains("a: it was given scalable(60.0)"))
    let result = try hierarchy.layout(in: rect(0, 0, 100, 100)) { $0[.a]?.height = .fixed(60) }
    #expect(result[.a] == rect(0, 0, 0, 60))
  }

  @Test func `a reference size of a view that has no size yet is an error that names it`() throws {
    let reference = try ReferenceSize(CGSize(width: 100, height: 100))
    let hierarchy = try ViewHierarchy<Key>([
      .view(.a, referenceSize: reference), .view(.b, in: .key(.a)),
    ])
    let expected = LayoutError.unsizedReference(view: "b", reference: "a", .scalable(10))
    #expect("\(expected)".hasPrefix("view b: it was given scalable(10.0), which the size of a"))
    let prepare: [(PlasticView, PlasticView) -> Void] = [
      { _, _ in }, { a, _ in a.width = .fixed(50) }, { a, native in a.asHeader(native) },
      { a, native in
        a.height = .fixed(5)
        a.left = native.left
        a.left = native.left
      },
    ]
    for prepare in prepare {
      #expect(throws: expected) {
        try hierarchy.layout(in: rect(0, 0, 100, 100)) { views in
          prepare(views[.a]!, views.nativeView)
          views[.b]!.width = .scalable(10)
          views[.a]!.fill(views.nativeView)
        }
      }
    }
  }

  @Test func `a view that was given no size, or declared with one, scales by it`() throws {
    let square = CGSize(width: 100, height: 100)
    let layOut = { (policy: ReferencePolicy, frame: CGRect, prepare: (PlasticView) -> Void) in
      try ViewHierarchy<Key>([
        .view(.a, frame: frame, referenceSize: try ReferenceSize(square, policy: policy)),
        .view(.b, in: .key(.a)),
      ])
      .layout(in: rect(0, 0, 100, 0)) { views in
        prepare(views[.a]!)
        views[.b]!.width = .scalable(10)
      }[.b]?.width
    }
    #expect(try layOut(.fit, .zero) { $0.size = .zero } == 0)
    #expect(try layOut(.fit, .zero) { $0.size = .fixed(-1, 50) } == 0)
    #expect(
      try layOut(.fit, .zero) { view in
        view.fillHorizontally(view)
        view.fillVertically(view)
      } == 0
    )
    #expect(try layOut(.fit, rect(0, 0, 50, 50)) { _ in } == 5)
    #expect(try layOut(.width, rect(0, 0, 50, 0)) { _ in } == 5)
    #expect(try layOut(.height, .zero) { $0.height = .fixed(200) } == 20)
    let native = try ViewHierarchy<Key>(keys: [.b])
    let environment = LayoutEnvironment()
      .entering(.zero, reference: try ReferenceSize(square))
    let empty = try native.layout(in: .zero, environment: environment) {
      $0[.b]?.width = .scalable(3)
    }
    #expect(empty[.b] == .zero)
  }

  @Test func `a layout that failed can be run again`() throws {
    let layout = PlasticLayout(try ViewHierarchy<Key>(keys: [.a]))
    #expect(throws: LayoutError.self) {
      try layout.run(in: rect(0, 0, 100, 100)) { $0[.a]?.height = .fixed(.nan) }
    }
    let result = try layout.run(in: rect(0, 0, 100, 100)) { $0[.a]?.width = .fixed(5) }
    #expect(result[.a] == rect(0, 0, 5, 0))
  }

  @Test func `the first write that isn't finite is named`() throws {
    do {
      _ = try layOut { view, neighbour in
        view.width = .fixed(10)
        view.centerY = neighbour.centerY + .fixed(.infinity)
        view.top = neighbour.top + .fixed(.nan)
      }
      Issue.record("it was accepted")
    } catch {
      #expect(error == .notFinite(view: "view", property: "centerY", value: .infinity))
      #expect(error.description.hasPrefix("view view: its centerY was set to inf"))
    }
  }

  @Test(arguments: [CGFloat.infinity, -.infinity, .nan])
  func `a length that isn't finite is an error, however it would be cut off`(_ length: CGFloat) {
    for writesEdges in [false, true] {
      let error = #expect(throws: LayoutError.self) {
        try layOut { view, neighbour in
          if writesEdges { view.fill(neighbour) }
          view.width = .fixed(length)
        }
      }
      #expect("\(error!)".hasPrefix("view view: its width was set to \(length)"))
    }
    let error = #expect(throws: LayoutError.self) {
      try layOut { view, _ in #expect(view.fontSize(.fixed(length), in: 8...20) == 8) }
    }
    #expect("\(error!)".hasPrefix("view view: its font size was set to \(length)"))
  }

  @Test func `a layout that changes its own container is an error with both frames`() throws {
    let hierarchy = try ViewHierarchy<Key>(keys: [.a])
    let (old, new) = (rect(1, 2, 30, 40), rect(1, 2, 5, 40))
    let error = LayoutError.containerChanged(from: old, to: new)
    #expect(throws: error) { try hierarchy.layout(in: old) { $0.nativeView.width = .fixed(5) } }
    #expect(error.description.contains("from (1.0, 2.0, 30.0, 40.0) to (1.0, 2.0, 5.0, 40.0)"))
    _ = try hierarchy.layout(in: old) { $0.nativeView.right = $0.nativeView.right }
  }

  @Test func `views that are in each other are an error`() {
    #expect(throws: LayoutError.parentCycle(["b", "c", "d", "b"])) {
      try ViewHierarchy<Key>([
        .view(.a), .view(.b, in: .key(.c)), .view(.c, in: .key(.d)), .view(.d, in: .key(.b)),
      ])
    }
    #expect(throws: LayoutError.parentCycle(["a", "a"])) {
      try ViewHierarchy<Key>([.view(.a, in: .key(.a))])
    }
  }

  @Test func `unknown parents and keys that are there twice are errors`() {
    #expect(throws: LayoutError.unknownParent(view: "a", parent: "b")) {
      try ViewHierarchy<Key>([.view(.a, in: .key(.b))])
    }
    #expect(throws: LayoutError.unknownParent(view: "a", parent: "declaration 7")) {
      try ViewHierarchy<Key>([.view(.a, in: .declaration(at: 7))])
    }
    #expect(throws: LayoutError.duplicateKey("b")) { try ViewHierarchy<Key>(keys: [.a, .b, .b]) }
    #expect(throws: LayoutError.duplicateKey("b")) { try ViewHierarchy(keys: ["a", "b", "b"]) }
    #expect(throws: LayoutError.duplicateKey("3")) { try ViewHierarchy(keys: [3, 4, 3]) }
  }

  @Test func `an unknown key is nothing, or an error where one is asked for`() throws {
    let hierarchy = try ViewHierarchy<Key>(keys: [.a])
    var isMissing = false
    let error = #expect(throws: LayoutError.self) {
      try hierarchy.layout(in: rect(0, 0, 1, 1)) { views throws(LayoutError) in
        isMissing = views[.b] == nil
        _ = try views.view(.b)
      }
    }
    #expect(isMissing)
    #expect(error == .unknownKey("b"))
  }

  @Test(arguments: [rect(.nan, 0, 1, 1), rect(0, .infinity, 1, 1), rect(0, 0, -1, 1)])
  func `frames that aren't finite or have negative sides are errors`(_ frame: CGRect) throws {
    #expect(throws: LayoutError.self) { try ViewHierarchy<Key>([.view(.a, frame: frame)]) }
    let hierarchy = try ViewHierarchy<Key>(keys: [.a])
    #expect(throws: LayoutError.self) { try hierarchy.layout(in: frame) { _ in } }
  }

  @Test(arguments: [CGSize(width: 0, height: 1), CGSize(width: 1, height: CGFloat.infinity)])
  func `a reference size without a side is an error`(_ size: CGSize) {
    #expect(throws: LayoutError.invalidReferenceSize(size)) { try ReferenceSize(size) }
  }

  @Test func `an empty array of views stops the program with a reason`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = try layOut { _, neighbour in
        [PlasticView]().fill(left: neighbour.left, right: neighbour.right)
      }
    }
    #expect(text(result).contains("fill(left:right:): the array has 0 views, not at least 1"))
  }

  @Test func `a wrong number of weights stops the program with both numbers`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = try layOut { view, neighbour in
        [view].fill(top: neighbour.top, bottom: neighbour.bottom, heights: [1, 2])
      }
    }
    #expect(text(result).contains("fill(top:bottom:): there are 2 heights, not 1 for 1 views"))
  }

  @Test func `a wrong number of spacings stops the program with both numbers`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = try layOut { view, neighbour in
        [view].centerBetween(left: neighbour.left, right: neighbour.right, spacings: [.zero])
      }
    }
    #expect(text(result).contains("there are 1 spacings, not 0 for 1 views"))
  }

  @Test func `weights without a sum stop the program with all of them`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = try layOut { view, neighbour in
        [view, view].fill(left: neighbour.left, right: neighbour.right, widths: [0, 0])
      }
    }
    #expect(text(result).contains("the widths are [0.0, 0.0], not all at least 0"))
  }

  @Test func `a view that is used after its layout stops the program with a reason`() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      var kept: PlasticView?
      _ = try layOut { view, _ in kept = view }
      kept?.width = .fixed(3)
    }
    #expect(text(result).contains("a view was used after its layout had ended"))
  }

  @Test func `so does one that is used in the next run, or when another layout has its memory`()
    async
  {
    let next = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let layout = PlasticLayout(try ViewHierarchy(keys: [1]))
      var kept: PlasticView?
      _ = try layout.run(in: rect(0, 0, 1, 1)) { kept = $0[1] }
      _ = try layout.run(in: rect(0, 0, 1, 1)) { _ in kept?.width = .fixed(3) }
    }
    #expect(text(next).contains("a view was used after its layout had ended"))
    let reused = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var kept: PlasticView?
      _ = try layOut { view, _ in kept = view }
      _ = try layOut { _, _ in kept?.width = .fixed(3) }
    }
    #expect(text(reused).contains("a view was used after its layout had ended"))
  }

  @Test func `weights whose sum isn't finite stop the program and say so`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try layOut { view, neighbour in
        [view, view].fill(left: neighbour.left, right: neighbour.right, widths: [1e308, 1e308])
      }
    }
    #expect(text(result).contains("are [1e+308, 1e+308], too large for a sum that is finite"))
  }

  @Test func `large weights are shares as others are`() throws {
    for weight in [1, 1e307, CGFloat.leastNonzeroMagnitude] {
      let found = try frame { view, neighbour in
        [view, view].fill(
          left: neighbour.left,
          right: neighbour.right,
          widths: [weight, weight]
        )
      }
      #expect(found == rect(420, 0, 200, 0) || found == rect(220, 0, 200, 0), "\(weight)")
    }
  }

  @Test func `a line of the other axis is an error that names both`() throws {
    let writes: [(String, String, (PlasticView, PlasticView) -> Void)] = [
      ("left", "neighbour.bottom", { $0.left = $1.bottom }),
      ("right", "neighbour.top", { $0.right = $1.top + 3 }),
      ("centerX", "neighbour.centerY", { $0.centerX = $1.centerY }),
      ("top", "neighbour.left", { $0.top = $1.left }),
      ("bottom", "neighbour.centerX", { $0.bottom = $1.centerX }),
      ("centerY", "neighbour.right", { $0.centerY = $1.right }),
      ("right", "neighbour.bottom", { $0.centerBetween(left: $1.left, right: $1.bottom) }),
      ("bottom", "neighbour.right", { [$0].fill(top: $1.top, bottom: $1.right) }),
      ("left", "neighbour.top", { [$0].centerBetween(left: $1.top, right: $1.right) }),
    ]
    for (property, anchor, write) in writes {
      let expected = LayoutError.anchorOfOtherAxis(view: "view", property: property, anchor: anchor)
      #expect(throws: expected) { try layOut { write($0, $1) } }
      #expect(
        "\(expected)".hasPrefix("view view: its \(property) was set to \(anchor), which is on")
      )
    }
  }

  @Test func `a line of another layout is an error that names both`() throws {
    let inner = try ViewHierarchy<Key>(keys: [.a, .b])
    let expected = LayoutError.anchorOfOtherLayout(
      view: "a",
      property: "top",
      anchor: "neighbour.bottom"
    )
    _ = try layOut { _, neighbour in
      #expect(throws: expected) {
        try inner.layout(in: rect(0, 0, 9, 9)) { $0[.a]?.top = neighbour.bottom }
      }
      #expect(throws: LayoutError.self) {
        try inner.layout(in: rect(0, 0, 9, 9)) { views in
          [views[.a]!, views[.b]!].fill(left: views.nativeView.left, right: neighbour.right)
        }
      }
    }
    #expect("\(expected)".contains("a: its top was set to neighbour.bottom, which another layout"))
  }

  @Test func `a layout that is run in its own closure is an error, and the outer one goes on`()
    throws
  {
    let layout = PlasticLayout(try ViewHierarchy<Key>(keys: [.a]))
    let expected = LayoutError.runWithinItself(keys: "Key")
    let result = try layout.run(in: rect(0, 0, 9, 9)) { views in
      #expect(throws: expected) { try layout.run(in: rect(0, 0, 5, 5)) { _ in } }
      views[.a]?.fill(views.nativeView)
    }
    #expect(result[.a] == rect(0, 0, 9, 9))
    #expect(try layout.run(in: rect(0, 0, 5, 5)) { _ in }[.a] == .zero)
    #expect("\(expected)".hasPrefix("layout of Key: it was run in its own closure; make another"))
  }

  @Test func `numbers that can't be meant stop the program with what they are`() async {
    let scale = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LayoutEnvironment(displayScale: .nan)
    }
    #expect(text(scale).contains("the display's scale is nan, not finite and over 0"))
    let ratio = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try layOut { view, neighbour in view.fit(neighbour, aspectRatio: -2) }
    }
    #expect(text(ratio).contains("fit: aspectRatio is -2.0, not finite and over 0"))
    let capacity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LayoutsCache(capacity: 0)
    }
    #expect(text(capacity).contains("layouts cache: its capacity is 0, not at least 1"))
    let frames = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LayoutsCache(viewCapacity: -3)
    }
    #expect(text(frames).contains("its capacity of views is -3, not at least 1"))
    let scales = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ImageContent.bestScale(of: [], multiplier: 1, displayScale: 1)
    }
    #expect(text(scales).contains("bestScale: there are 0 scales, not at least 1"))
  }

  @Test func `no check is one that is silent in an optimized program`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Framework/Plastic").standardizedFileURL
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path())
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 20)
    for file in files {
      let source = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      let found = source.firstMatch(of: /\b(precondition|assert)(Failure|ionFailure)?\(/)
      #expect(found == nil, "\(file)")
    }
  }

  private func text(_ result: ExitTest.Result?) -> String {
    result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
  }

  @Test func `a cycle of many views is told in a line, by its first and its last views`() throws {
    func text(_ count: Int) throws -> String {
      let error = #expect(throws: LayoutError.self) {
        try ViewHierarchy<Int>((0..<count).map { .view($0, in: .key(($0 + 1) % count)) })
      }
      return try #require(error).description
    }
    let cure = "; let one of them be in the container"
    #expect(
      try text(2) == "view 0: it is in itself (0 in 1 in 0)" + cure
    )
    #expect(
      try text(8) == "view 0: it is in itself (0 in 1 in 2 in 3 in 4 in 5 in 6 in 7 in 0)" + cure
    )
    #expect(
      try text(300_000)
        == "view 0: it is in itself (0 in 1 in 2 in 3 in ... and 299994 more ... in 299998 in 299999 in 0)"
        + cure
    )
  }
}
