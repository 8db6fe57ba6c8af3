import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TableTests {
  /// 3 sections of 1,000 rows of 20 points, which are 40 on the stage, in a table of 300x400 points.
  private func describe(_ change: (inout Rows) -> Void = { _ in }) -> Table {
    var rows = Rows(sections: [1000, 1000, 1000])
    change(&rows)
    return Table(
      props: .build {
        $0.frame = rect(0, 0, 300, 400)
        $0.delegate = rows
      }
    )
  }

  private func texts(_ stage: Stage) -> [String] {
    stage.view.children.flatMap(\.children).compactMap { $0.children.first as? LabelView }
      .map(\.text.string)
  }

  @Test func `only rows that are seen have nodes, whatever is scrolled to`() throws {
    let stage = Stage(describe())
    let table = try #require(stage.view as? NativeTable)
    #expect(texts(stage) == (0..<10).map { "0.\($0)" })
    #expect(table.contentSize.height == 120_000)
    let node = stage.renderer.rootNode.children[0]
    #expect(node.managedChildren.count == 10)
    let views = stage.view.children.flatMap(\.children)
    #expect(views.map(\.frame) == (0..<10).map { rect(0, CGFloat($0) * 40, 300, 40) })

    try stage.tree.query(role: .table).scroll(by: CGSize(width: 0, height: 60))
    #expect(texts(stage) == (1...11).map { "0.\($0)" })
    table.contentOffset.y = 39_800
    stage.tree.flush()
    #expect(texts(stage) == (995..<1000).map { "0.\($0)" } + (0..<5).map { "1.\($0)" })
    table.contentOffset.y = .greatestFiniteMagnitude
    #expect(texts(stage) == (990..<1000).map { "2.\($0)" })
    #expect(node.managedChildren.count == 10)
    #expect(table.visibleIndexPaths.last == IndexPath(row: 999, section: 2))
  }

  @Test func `rows that aren't seen any more are used for those that are`() throws {
    let stage = Stage(describe())
    let table = try #require(stage.view as? NativeTable)
    let created = stage.renderer.counts.created
    let views = Set(table.contentView.children.map { ObjectIdentifier($0) })
    for _ in 0..<50 { table.contentOffset.y += 400 }
    #expect(texts(stage).first == "0.500")
    // Not one cell was made, nor a label in it.
    #expect(stage.renderer.counts.created == created)
    #expect(Set(table.contentView.children.map { ObjectIdentifier($0) }) == views)
  }

  @Test func `a finger that drags scrolls, and takes the touch from the row`() throws {
    let journal = Journal()
    let backend = HeadlessBackend()
    let stage = Stage(backend: backend, [describe { $0.journal = journal }])
    let table = try #require(stage.view as? NativeTable)
    func finger(_ phase: PointerEvent.Phase, _ y: CGFloat, _ milliseconds: Int) {
      stage.tree.handle(
        .pointer(
          PointerEvent(
            phase,
            at: CGPoint(x: 10, y: y),
            device: .touchScreen,
            time: .milliseconds(milliseconds)
          )
        )
      )
    }
    finger(.down, 390, 0)
    let touched = try #require(stage.tree.query(role: .row, name: "0.9").first)
    #expect(touched.backgroundColor == .yellow)
    finger(.moved, 340, 10)
    stage.tree.flush()
    #expect(table.contentOffset.y == 40 && touched.backgroundColor == .white)
    finger(.moved, 290, 20)
    finger(.up, 290, 20)
    #expect(journal.entries.isEmpty && table.isGliding)
    // 5,000 points a second go 2,500 far.
    backend.clock.advance(by: .seconds(10))
    #expect(abs(table.contentOffset.y - 2_590) < 1 && texts(stage).first == "0.64")
    finger(.down, 20, 11_000)
    finger(.up, 20, 11_000)
    #expect(journal.entries.count == 1, "a content that rests is tapped")
  }

  @Test func `of a million rows of the same height none is asked for it`() throws {
    let stage = Stage(
      describe {
        $0.sections = [0, 1_000_000, 0, 0, 500_000]
        $0.uniform = 20
      }
    )
    let table = try #require(stage.view as? NativeTable)
    #expect(table.contentSize.height == 60_000_000)
    table.contentOffset.y = 39_999_980
    #expect(texts(stage).prefix(3) == ["1.999999", "4.0", "4.1"])
    #expect(texts(stage).count == 11)
  }

  @Test func `a cell with a key, or with a state of its own, isn't used for another row`() throws {
    let stage = Stage(describe { $0.isKeyed = true })
    let table = try #require(stage.view as? NativeTable)
    let first = try #require(table.contentView.firstChild)
    table.contentOffset.y = 400
    #expect(!table.contentView.children.contains { $0 === first })
    #expect(texts(stage) == (10..<20).map { "0.\($0)" })

    stage.show([describe()])
    table.contentOffset.y = 0
    stage.pointer(.down, 10, 10)
    let touched = try #require(table.contentView.firstChild)
    #expect(touched.backgroundColor == .yellow)
    table.contentOffset.y = 400
    stage.tree.flush()
    #expect(table.contentView.children.allSatisfy { $0.backgroundColor == .white })
  }

  @Test func `a cell is told of taps with its place, and its state of touches`() throws {
    let journal = Journal()
    let stage = Stage(describe { $0.journal = journal })
    try #require(stage.view as? NativeTable).contentOffset.y = 40_000
    stage.pointer(.down, 10, 90)
    let cell = try #require(stage.tree.query(role: .row, name: "1.2").first)
    #expect(cell.backgroundColor == .yellow)
    #expect(journal.entries.isEmpty)
    stage.pointer(.up, 10, 90)
    #expect(cell.backgroundColor == .white)
    #expect(journal.entries == ["1.2 at [1, 2]"])
    stage.pointer(.down, 10, 90)
    stage.pointer(.moved, 10, 300)
    #expect(cell.backgroundColor == .white)
    stage.pointer(.up, 10, 300)
    #expect(journal.entries.count == 1)
    try stage.tree.query(role: .row, name: "1.4").press(.return)
    #expect(journal.entries.last == "1.4 at [1, 4]")
  }

  @Test func `a delegate that is equal isn't asked, and one that isn't reloads what is seen`() {
    let asked = Journal()
    let stage = Stage(describe { $0.asked = asked })
    #expect(asked.entries.count == 10)
    stage.show([describe { $0.asked = asked }])
    #expect(asked.entries.count == 10)
    let created = stage.renderer.counts.created
    stage.show([
      describe {
        $0.asked = asked
        $0.prefix = "row "
        $0.sections = [3, 4, 3]
      }
    ])
    #expect(asked.entries.count == 20)
    #expect(texts(stage).first == "row 0.0" && texts(stage).last == "row 2.2")
    #expect(stage.renderer.counts.created == created)
    stage.show([
      describe {
        $0.asked = asked
        $0.sections = [2]
      }
    ])
    #expect(texts(stage) == ["0.0", "0.1"])
    stage.show([describe { $0.sections = [] }])
    #expect(texts(stage).isEmpty)
  }

  @Test func `a delegate that says nothing of equality reloads each time`() {
    let asked = Journal()
    let describe = {
      Table(
        props: .build {
          $0.frame = rect(0, 0, 300, 100)
          $0.delegate = Incomparable(asked: asked)
        }
      )
    }
    let stage = Stage(describe())
    stage.show([describe()])
    #expect(asked.entries == ["0", "1", "0", "1"])
  }

  @Test func `a table that is moved or made wider places its rows, and describes none anew`() {
    let asked = Journal()
    var table = describe { $0.asked = asked }
    let stage = Stage(table)
    table.props.frame = rect(10, 10, 200, 480)
    stage.show([table])
    #expect(asked.entries.count == 12)
    let frames = stage.view.children.flatMap(\.children).map(\.frame)
    #expect(frames == (0..<12).map { rect(0, CGFloat($0) * 40, 200, 40) })
  }

  @Test(arguments: ScrollPosition.allCases)
  func `a reference scrolls a row to a position`(position: ScrollPosition) throws {
    let kept = Kept()
    var table = describe()
    table.props.refCallback = { kept.ref = $0 }
    let stage = Stage(table)
    let ref = try #require(kept.ref)
    let view = try #require(stage.view as? NativeTable)
    ref.scroll(at: IndexPath(row: 500, section: 0), at: position)
    let expected: [ScrollPosition: CGFloat] = [
      .none: 19_640, .top: 20_000, .middle: 19_820, .bottom: 19_640,
    ]
    #expect(view.contentOffset.y == expected[position])
    #expect(ref.visibleIndexPaths.contains(IndexPath(row: 500, section: 0)))
    ref.scroll(at: IndexPath(row: 1, section: 7), at: position)
    #expect(stage.diagnoses.count == 1)
    #expect(stage.diagnoses.first?.contains("it was to scroll to [7, 1]") == true)
    stage.show([])
    #expect(!ref.isValid || stage.renderer.rootNode.children.isEmpty)
  }

  @Test func `rows that an animated scroll passes are there while it does`() throws {
    let clock = ManualFrameSource()
    let kept = Kept()
    var table = describe()
    table.props.refCallback = { kept.ref = $0 }
    let stage = Stage(backend: HeadlessBackend(clock: clock), [table])
    let view = try #require(stage.view as? NativeTable)
    kept.ref?.scroll(at: IndexPath(row: 20, section: 0), at: .top, animated: true)
    clock.advance(by: .milliseconds(150))
    #expect(texts(stage).first == "0.0" && texts(stage).last == "0.29")
    #expect(stage.tree.isAnimating)
    clock.advance(by: .milliseconds(200))
    clock.advance(by: .milliseconds(20))
    #expect(!stage.tree.isAnimating)
    #expect(texts(stage) == (20..<30).map { "0.\($0)" })
    #expect(view.contentOffset.y == 800)
  }

  @Test func `an animated scroll that is interrupted leaves no rows that aren't seen`() throws {
    let clock = ManualFrameSource()
    let kept = Kept()
    var table = describe()
    table.props.refCallback = { kept.ref = $0 }
    let stage = Stage(backend: HeadlessBackend(clock: clock), [table])
    let view = try #require(stage.view as? NativeTable)
    kept.ref?.scroll(at: IndexPath(row: 20, section: 0), at: .top, animated: true)
    clock.advance(by: .milliseconds(100))
    // By another one, of which the passed rows remain as long as it runs.
    kept.ref?.scroll(at: IndexPath(row: 30, section: 0), at: .top, animated: true)
    clock.advance(by: .milliseconds(100))
    #expect(texts(stage).last == "0.39")
    view.contentOffset.y = 400
    clock.advance(by: .seconds(1))
    #expect(!stage.tree.isAnimating)
    #expect(texts(stage) == (10..<20).map { "0.\($0)" })
  }

  @Test func `numbers and heights that can't be are diagnoses, and the rest goes on`() {
    let stage = Stage(
      describe {
        $0.sections = [2, -3, 2]
        $0.heights = ["0.1": .fixed(-5), "2.0": .fixed(.nan)]
      }
    )
    #expect(texts(stage) == ["0.0", "2.1"])
    #expect(stage.diagnoses.count == 3)
    #expect(
      stage.diagnoses.last?.hasSuffix(
        "its delegate gives row 0 of section 2 a height of nan, taken as 0; "
          + "return a height that is finite and not negative"
      ) == true
    )
  }
}

/// A reference that a program keeps.
@MainActor
private final class Kept {
  var ref: TableRef?
  nonisolated init() {}
}

/// Rows that show their places.
struct Rows: TableDelegate, Equatable {
  var sections: [Int]
  var prefix = ""
  var isKeyed = false
  var heights: [String: Value] = [:]
  /// Height of all rows.
  var uniform: Value?
  var journal: Journal?
  var asked: Journal?

  func numberOfSections() -> Int { sections.count }
  func numberOfRows(forSection section: Int) -> Int { sections[section] }

  func cellDescription(forRowAt indexPath: IndexPath) -> any AnyNodeDescription {
    let text = "\(prefix)\(indexPath.section).\(indexPath.row)"
    if let asked { MainActor.assumeIsolated { asked.entries.append(text) } }
    return Row(
      props: .build {
        $0.text = text
        $0.journal = journal
        $0.key = isKeyed ? text : nil
      }
    )
  }

  func heightOfRows(forSection section: Int) -> Value? { uniform }

  func height(forRowAt indexPath: IndexPath) -> Value {
    if uniform != nil { Issue.record("a row was asked for its height") }
    return heights["\(indexPath.section).\(indexPath.row)"] ?? 20
  }

  // Journals say nothing of what is shown.
  static func == (left: Rows, right: Rows) -> Bool {
    left.sections == right.sections && left.prefix == right.prefix && left.isKeyed == right.isKeyed
      && left.heights == right.heights && left.uniform == right.uniform
  }
}

private struct Incomparable: TableDelegate {
  let asked: Journal

  func numberOfRows(forSection section: Int) -> Int { 2 }
  func height(forRowAt indexPath: IndexPath) -> Value { 20 }
  func cellDescription(forRowAt indexPath: IndexPath) -> any AnyNodeDescription {
    MainActor.assumeIsolated { asked.entries.append("\(indexPath.row)") }
    return Label(props: .build { $0.text = "\(indexPath.row)" })
  }
}

struct Row: TableCell {
  struct Props: NodeDescriptionProps, Buildable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
    var text = ""
    var journal: Journal?

    static func == (left: Props, right: Props) -> Bool {
      left.frame == right.frame && left.text == right.text && left.key == right.key
    }
  }

  var props: Props

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyHighlightableState,
    view: NativeTableCell,
    update: @escaping (EmptyHighlightableState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.backgroundColor = state.highlighted ? .yellow : .white
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyHighlightableState,
    update: @escaping (EmptyHighlightableState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    Label(props: .build { $0.text = "\(props.text)" })
  }

  static func didTap(dispatch: StoreDispatch, props: Props, indexPath: IndexPath) {
    props.journal?.entries.append("\(props.text) at \(indexPath)")
  }
}
