import Foundation
import Plastic
import Testing

@Suite(.timeLimit(.minutes(30))) struct UserErrorTests {
  private enum Key { case label, button }
  private enum Screen {}
  private struct NotReady: Error, Equatable {}

  private let frame = rect(0, 0, 100, 50)

  @Test func `a plain closure may ask for a view that might not be there`() throws {
    let hierarchy = try ViewHierarchy<Key>(keys: [.label])
    let result = try hierarchy.layout(in: frame) { views in
      try views.view(.label).fill(views.nativeView)
    }
    #expect(result[.label] == frame)
    let several = try PlasticLayout(hierarchy).run(in: frame) { views in
      let label = try views.view(.label)
      label.height = .fixed(3)
    }
    #expect(several[.label] == rect(0, 0, 0, 3))
    let short = try hierarchy.layout(in: frame) { try $0.view(.label).width = .fixed(4) }
    #expect(short[.label] == rect(0, 0, 4, 0))
    #expect(throws: LayoutError.unknownKey("button")) {
      try hierarchy.layout(in: frame) { views in
        let button = try views.view(.button)
        button.width = .fixed(3)
      }
    }
  }

  @Test func `a layout may throw an error of its own, wherever it runs`() throws {
    let hierarchy = try ViewHierarchy<Key>(keys: [.label])
    #expect(throws: NotReady()) { try hierarchy.layout(in: frame) { _ in throw NotReady() } }
    let layout = PlasticLayout(hierarchy)
    #expect(throws: NotReady()) {
      try layout.run(in: frame) { views in
        try views.view(.label).width = .fixed(.nan)
        throw NotReady()
      }
    }
    #expect(try layout.run(in: frame) { _ in }[.label] == .zero)
    let cache = LayoutsCache()
    #expect(throws: NotReady()) {
      try cache.layout(hierarchy, of: Screen.self, content: 1, in: frame) { _ in throw NotReady() }
    }
    #expect(cache.statistics.layouts == 0)
    for _ in 0..<2 {
      let result = try cache.layout(hierarchy, of: Screen.self, content: 1, in: frame) { views in
        try views.view(.label).fill(views.nativeView)
      }
      #expect(result[.label] == frame)
    }
    #expect(cache.statistics.hits == 1)
  }

  @Test func `what goes wrong in a plain closure is told as in any other`() throws {
    let hierarchy = try ViewHierarchy<Key>(keys: [.label])
    #expect(throws: LayoutError.missingReferenceSize(view: "label", .scalable(3))) {
      try hierarchy.layout(in: frame) { try $0.view(.label).width = .scalable(3) }
    }
    let endless = rect(.infinity, 0, 1, 1)
    #expect(throws: LayoutError.self) {
      try hierarchy.layout(in: endless) { views in _ = try views.view(.label) }
    }
  }

  @Test func `errors have the layout's type where nothing else can be thrown`() throws {
    // That these compile is what is tested.
    func silent() throws(LayoutError) -> LayoutResult<Key> {
      try ViewHierarchy<Key>(keys: [.label]).layout(in: frame) { $0[.label]?.width = .fixed(1) }
    }
    func typed() throws(LayoutError) -> LayoutResult<Key> {
      try PlasticLayout(ViewHierarchy<Key>(keys: [.label]))
        .run(in: frame) { views throws(LayoutError) in try views.view(.label).width = .fixed(1) }
    }
    func cached(_ cache: LayoutsCache) throws(LayoutError) -> LayoutResult<Key> {
      try cache.layout(ViewHierarchy<Key>(keys: [.label]), of: Screen.self, content: 1, in: frame) {
        $0[.label]?.width = .fixed(1)
      }
    }
    #expect(try silent()[.label] == rect(0, 0, 1, 0))
    #expect(try typed()[.label] == rect(0, 0, 1, 0))
    #expect(try cached(LayoutsCache())[.label] == rect(0, 0, 1, 0))
  }
}
