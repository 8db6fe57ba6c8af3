import Foundation
import Katana
import KatanaUI
import NativeViews
import Plastic
import SeededRandom
import Testing

/// A row that knows how often it was told other props.
struct NumberRow: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps {
    var text = ""
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props = Props()
  init(_ text: String) {
    props.text = text
    props.key = text.split(separator: ":").first.map(String.init)
  }
}

struct Note: Identifiable, Equatable, Sendable {
  let id: Int
  var height: CGFloat = 10
}

struct NotesState: State {
  var notes = Entities<Int, Note>()
  var other = 0
}

struct ChangeNotes: StateUpdater {
  let change: @Sendable (inout NotesState) -> Void
  func updateState(_ state: inout NotesState) { change(&state) }
}

/// Holds what a list hands out.
@MainActor
final class RefBox {
  var ref: ListRef?
}

@MainActor
struct VirtualListTests {
  static let bounds = CGRect(x: 0, y: 0, width: 100, height: 100)

  /// Texts of the rows that have views, and their frames.
  static func rows(_ theatre: Theatre) -> [String] {
    guard let list = theatre.stage as? ListView else { return [] }
    return list.contentView.children.map { row in
      "\(row.firstChild?.key ?? "-") \(Int(row.frame.minY)) \(Int(row.frame.height))"
    }
  }

  static func view(_ theatre: Theatre) throws -> ListView {
    try #require(theatre.stage as? ListView)
  }

  static func numbers(_ count: Int, overscan: CGFloat = 0, _ box: RefBox = RefBox()) -> List {
    let take: @MainActor @Sendable (ListRef) -> Void = { box.ref = $0 }
    return List(in: bounds, overscan: overscan, onRef: take) {
      ListSection(count: count, id: { $0 }, height: .fixed(20)) { NumberRow("\($0)") }
    }
  }

  static func notes(
    _ notes: [Note],
    overscan: CGFloat = 0,
    animation: ViewAnimation? = nil
  ) -> List {
    List(in: bounds, overscan: overscan, animation: animation) {
      ListSection(notes, heightOfRow: Self.height) { NumberRow("\($0.id)") }
    }
  }

  static let height: @Sendable (Note) -> Value = { .fixed($0.height) }

  @Test func `only rows that are seen have nodes and views`() throws {
    let theatre = Theatre(Self.numbers(100_000))
    let view = try Self.view(theatre)
    #expect(view.contentSize.height == 2_000_000)
    #expect(Self.rows(theatre) == ["0 0 20", "1 20 20", "2 40 20", "3 60 20", "4 80 20"])
    view.contentOffset = CGPoint(x: 0, y: 1_000_010)
    theatre.tree.flush()
    #expect(
      Self.rows(theatre) == [
        "50000 1000000 20", "50001 1000020 20", "50002 1000040 20", "50003 1000060 20",
        "50004 1000080 20", "50005 1000100 20",
      ]
    )
    #expect(theatre.renderer?.rootNode.children.count == 6)
  }

  @Test func `a row keeps its node while it is scrolled`() throws {
    let theatre = Theatre(Self.numbers(1000))
    let view = try Self.view(theatre)
    let third = view.contentView.children[3]
    let created = theatre.renderer?.counts.created ?? 0
    view.contentOffset = CGPoint(x: 0, y: 30)
    theatre.tree.flush()
    #expect(Self.rows(theatre).first == "1 20 20")
    #expect(view.contentView.children[2] === third)
    #expect(theatre.renderer?.counts.created == created + 2 * 2)
    #expect(theatre.renderer?.counts.updated == 0)
  }

  @Test func `a finger scrolls, and what glides by has its rows in the same frame`() throws {
    let theatre = Theatre(Self.numbers(1000))
    let view = try Self.view(theatre)
    view.key = "list"
    try theatre.tree.view("list").swipe(by: CGSize(width: 0, height: -50))
    #expect(view.contentOffset.y == 40 && view.isGliding)
    #expect(Self.rows(theatre).first == "2 40 20")
    theatre.tree.onDiagnosis = { Issue.record("\($0)") }
    while view.isGliding {
      theatre.wait(16)
      let first = Int(view.contentOffset.y / 20)
      #expect(Self.rows(theatre).first == "\(first) \(first * 20) 20")
    }
    #expect(abs(view.contentOffset.y - 290) < 1)
  }

  @Test func `rows near to what is seen are there already`() throws {
    let theatre = Theatre(Self.numbers(1000, overscan: 1))
    let view = try Self.view(theatre)
    #expect(Self.rows(theatre).count == 10)
    let counts = theatre.renderer?.counts
    view.contentOffset = CGPoint(x: 0, y: 90)
    theatre.tree.flush()
    #expect(theatre.renderer?.counts == counts)
    view.contentOffset = CGPoint(x: 0, y: 110)
    theatre.tree.flush()
    #expect(Self.rows(theatre).count == 16)
  }

  @Test func `what is seen stays where rows above it come, go and grow`() throws {
    var notes = (0..<100).map { Note(id: $0) }
    let theatre = Theatre(Self.notes(notes))
    let view = try Self.view(theatre)
    view.contentOffset = CGPoint(x: 0, y: 505)
    theatre.tree.flush()
    func seen() -> [String] {
      view.contentView.children.map {
        "\($0.firstChild?.key ?? "-") \($0.frame.minY - view.contentOffset.y)"
      }
    }
    let before = seen()
    #expect(before.first == "50 -5.0")
    let first = view.contentView.firstChild
    notes.insert(contentsOf: (200..<230).map { Note(id: $0, height: 7) }, at: 3)
    notes.remove(at: 0)
    notes[5].height = 70
    theatre.renderer?.rootNode.update(with: Self.notes(notes))
    #expect(seen() == before)
    #expect(view.contentView.firstChild === first)
    // The first that is seen goes: the next one stays.
    notes.removeAll { $0.id == 50 }
    theatre.renderer?.rootNode.update(with: Self.notes(notes))
    #expect(seen().contains("51 5.0"))
    theatre.renderer?.rootNode.update(with: Self.notes([]))
    #expect(seen().isEmpty)
    #expect(view.contentOffset.y == 0)
  }

  @Test func `rows come, go and move, and what is seen stays meanwhile`() throws {
    func show(_ ids: [Int]) -> List {
      Self.notes(
        ids.map { Note(id: $0) },
        animation: ViewAnimation(.linear, duration: .milliseconds(100))
      )
    }
    let theatre = Theatre(show(Array(0..<100)))
    let view = try Self.view(theatre)
    func row(_ id: Int) throws -> NativeView { try #require(theatre.view("\(id)")?.parent) }
    let gone = try row(1)
    theatre.renderer?.rootNode.update(with: show([200, 0] + Array(2..<100)))
    #expect(try row(0).frame.minY == 10 && row(0).presented.frame.minY == 0)
    #expect(try row(200).presented.alpha == 0)
    theatre.wait(10)
    theatre.wait(50)
    #expect(try (3...7).contains(row(0).presented.frame.minY))
    #expect(try (0.2...0.8).contains(row(200).presented.alpha))
    #expect((0.2...0.8).contains(gone.presented.alpha) && gone.parent === view.contentView)
    theatre.wait(100)
    theatre.wait(20)
    #expect(gone.parent == nil)
    #expect(try row(200).presented.alpha == 1 && row(0).presented.frame.minY == 10)
    // Scrolled, in the midst of other movements too.
    view.contentOffset.y = 505
    theatre.tree.flush()
    let place = try row(51).presented.frame.minY - view.presentedOffset
    for first in 300..<305 {
      theatre.renderer?.rootNode.update(with: show([first] + Array(2..<100)))
      #expect(try row(51).presented.frame.minY - view.presentedOffset == place)
      theatre.wait(30)
      #expect(try row(51).presented.frame.minY - view.presentedOffset == place)
    }
    // A scroll alone moves nothing.
    theatre.wait(300)
    view.contentOffset.y += 45
    theatre.tree.flush()
    #expect(!theatre.tree.isAnimating)
    theatre.renderer?.rootNode.update(with: show([]))
    theatre.wait(300)
    theatre.wait(20)
    #expect(view.contentView.firstChild == nil)
  }

  @Test func `a list that isn't scrolled shows what comes first`() throws {
    let theatre = Theatre(Self.notes([Note(id: 1), Note(id: 2)]))
    theatre.renderer?.rootNode.update(with: Self.notes([Note(id: 0), Note(id: 1), Note(id: 2)]))
    #expect(Self.rows(theatre) == ["0 0 10", "1 10 10", "2 20 10"])
  }

  @Test func `sections have headers, and rows heights of their own`() throws {
    let box = RefBox()
    let theatre = Theatre(
      List(in: Self.bounds, overscan: 0, onRef: { box.ref = $0 }) {
        ListSection([Note(id: 1), Note(id: 2)], height: .fixed(10)) { NumberRow("a\($0.id)") }
          .header(NumberRow("A"), height: .fixed(30))
        ListSection([Note](), height: .fixed(10)) { NumberRow("b\($0.id)") }
        ListSection([Note(id: 1, height: 40)], heightOfRow: Self.height) {
          NumberRow("c\($0.id)")
        }
        .header(NumberRow("C"), height: .fixed(5))
      }
    )
    #expect(
      Self.rows(theatre) == ["A 0 30", "a1 30 10", "a2 40 10", "C 50 5", "c1 55 40"]
    )
    #expect(box.ref?.visibleRows == [[0, 0], [0, 1], [2, 0]])
  }

  @Test func `a reference scrolls to rows`() throws {
    let box = RefBox()
    let theatre = Theatre(Self.numbers(1000, box))
    let view = try Self.view(theatre)
    let ref = try #require(box.ref)
    #expect(ref.isValid)
    #expect(ref.scroll(toRow: 500, at: .top))
    #expect(view.contentOffset.y == 10_000)
    #expect(Self.rows(theatre).first == "500 10000 20")
    #expect(ref.scroll(to: 600))
    #expect(view.contentOffset.y == 11_920)
    #expect(ref.scroll(to: 600, at: .centre))
    #expect(view.contentOffset.y == 11_960)
    #expect(ref.scroll(toRow: 999, at: .top))
    #expect(view.contentOffset.y == 19_900)
    #expect(!ref.scroll(toRow: 1000))
    #expect(!ref.scroll(to: "500"))
    #expect(!ref.scroll(toRow: 0, section: 1))
    theatre.renderer = nil
    #expect(!ref.isValid)
  }

  @Test func `one change of a collection updates one row, however many there are`() async throws {
    let store = Store<NotesState, EmptySideEffectDependencyContainer>()
    try await store.dispatch(
      ChangeNotes { state in
        for id in 0..<100_000 { state.notes.append(Note(id: id), id: id) }
      }
    ).value
    let list = List(in: Self.bounds, overscan: 0) {
      ListSection(\NotesState.notes, heightOfRow: { _, note in .fixed(note.height) }) { _, note in
        NumberRow("\(note.id):\(Int(note.height))")
      }
    }
    let theatre = Theatre(list, store: store)
    let view = try Self.view(theatre)
    #expect(view.contentSize.height == 1_000_000)
    #expect(view.contentView.children.count == 10)
    let before = try #require(theatre.renderer?.counts)
    try await store.dispatch(ChangeNotes { $0.notes[9]?.height = 20 }).value
    theatre.renderer?.flush()
    #expect(Self.rows(theatre).last == "9 90 20")
    #expect(view.contentSize.height == 1_000_010)
    // Row and content.
    #expect(theatre.renderer?.counts.updated == before.updated + 2)
    try await store.dispatch(ChangeNotes { $0.notes[50_000]?.height = 30 }).value
    theatre.renderer?.flush()
    #expect(view.contentSize.height == 1_000_030)
    #expect(theatre.renderer?.counts.updated == before.updated + 2)
    try await store.dispatch(ChangeNotes { $0.other += 1 }).value
    theatre.renderer?.flush()
    #expect(theatre.renderer?.counts.updated == before.updated + 2)
  }

  @Test func `mistakes are told, and the rest is shown`() throws {
    let renderer = Renderer(
      rootDescription: List(in: Self.bounds) {
        ListSection(\NotesState.notes, height: .fixed(10)) { _, note in NumberRow("\(note.id)") }
        ListSection([Note(id: 1, height: .nan), Note(id: 2)], heightOfRow: Self.height) {
          NumberRow("\($0.id)")
        }
      },
      store: nil
    )
    var diagnoses: [String] = []
    renderer.onDiagnosis = { diagnoses.append("\($0)") }
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    renderer.render(in: tree.root)
    renderer.rootNode.update(
      with: List(in: Self.bounds) {
        ListSection([Note(id: 1), Note(id: 1)], height: .fixed(10)) { NumberRow("\($0.id)") }
      }
    )
    #expect(renderer.rootNode.children.count == 2)
    // Those of the first rows are the missing store and a height.
    #expect(diagnoses.count == 3)
    #expect(diagnoses.last?.contains("several rows have the id 1") == true)
  }

  @Test(arguments: RandomHistories.seeds(40))
  func `random lists show what all rows one below the other show there`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var notes: [Note] = (0..<random.next(below: 60)).map {
      Note(id: $0, height: CGFloat(random.next(below: 30)))
    }
    let theatre = Theatre(Self.notes(notes, overscan: 0.25))
    let view = try Self.view(theatre)
    for step in 0..<30 {
      switch random.next(below: 4) {
      case 0: view.contentOffset = CGPoint(x: 0, y: CGFloat(random.next(below: 900)))
      case 1:
        notes.insert(
          Note(id: 1000 + step, height: CGFloat(random.next(below: 30))),
          at: random.next(below: notes.count + 1)
        )
      case 2 where !notes.isEmpty: notes.remove(at: random.next(below: notes.count))
      default: notes.shuffle(using: &random)
      }
      theatre.renderer?.rootNode.update(with: Self.notes(notes, overscan: 0.25))
      theatre.tree.flush()
      var top: CGFloat = 0
      var seen: [String] = []
      let visible = view.visibleContent
      for note in notes {
        let bottom = top + note.height
        if bottom > visible.minY, top < visible.maxY, note.height > 0 {
          seen.append("\(note.id) \(Int(top)) \(Int(note.height))")
        }
        top = bottom
      }
      let shown = Self.rows(theatre)
      #expect(view.contentSize.height == top, "seed \(seed)")
      #expect(seen.allSatisfy { shown.contains($0) }, "seed \(seed): \(shown) of \(seen)")
      #expect(view.contentView.children.count == theatre.renderer?.rootNode.children.count)
    }
  }
}

extension ScrollView {
  /// How far the content is scrolled on the screen.
  fileprivate var presentedOffset: CGFloat { -contentView.presented.frame.minY }
}
