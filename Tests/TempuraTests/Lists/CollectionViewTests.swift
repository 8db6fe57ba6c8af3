import Foundation
import NativeViews
import SeededRandom
import Tempura
import Testing

private struct Line: ViewModel, Identifiable {
  let id: Int
  var text = ""
}

/// A cell as high as its lines of text, 20 points each, that knows how often it was told a model.
private final class LineCell: NativeView, SizeableCell {
  typealias VM = Line
  static var made = 0
  static var told = 0
  func setup() { Self.made += 1 }
  func style() {}
  func update(oldModel: Line?) { if model != nil { Self.told += 1 } }
  func height(inWidth width: CGFloat) -> CGFloat {
    CGFloat((model?.text ?? "").split(separator: "\n").count) * 20
  }
  override var isFocusable: Bool { model?.text == "field" }
  override var accessibility: Accessibility {
    Accessibility(role: .label, label: model.map { "\($0.id)" })
  }
}

@MainActor
@Suite(.serialized)
struct `A collection view` {
  private let clock = ManualFrameSource()
  private let tree: ViewTree
  private let list = CollectionView<LineCell>()

  init() {
    tree = ViewTree(
      size: CGSize(width: 100, height: 100),
      backend: HeadlessBackend(clock: clock)
    )
    list.frame = tree.root.bounds
    list.animation = nil
    tree.root.append(list)
    (LineCell.made, LineCell.told) = (0, 0)
  }

  private func lines(_ ids: some Sequence<Int>, _ text: String = "one") -> [Line] {
    ids.map { Line(id: $0, text: text) }
  }

  /// The ids of the cells that are seen, with the places of their rows on the screen.
  private var seen: [String] {
    list.contentView.children.compactMap { row in
      guard let cell = row.firstChild as? LineCell, let model = cell.model else { return nil }
      let top = row.frame.minY - list.contentOffset.y
      return top < 100 && top + row.frame.height > 0 ? "\(model.id) \(Int(top))" : nil
    }
  }

  private func press(_ key: KeyEvent.Key) { tree.handle(.key(KeyEvent(.down, key))) }

  @Test func `has cells for what is near, and uses them again`() {
    list.rowHeight = 20
    list.source = lines(0..<100_000)
    tree.flush()
    #expect(seen == ["0 0", "1 20", "2 40", "3 60", "4 80"])
    #expect(LineCell.made <= 10)
    for offset in stride(from: 0, through: 1_990_000, by: 9_950) {
      list.contentOffset.y = CGFloat(offset)
    }
    #expect(list.contentSize.height == 2_000_000)
    list.contentOffset.y = 1_999_900
    #expect(seen.first == "99995 0" && seen.last == "99999 80")
    #expect(LineCell.made <= 25)
  }

  @Test func `tells only changed cells of a change`() {
    list.source = lines(0..<100)
    tree.flush()
    let told = LineCell.told
    list.source[1].text = "other"
    list.source[90].text = "unseen"
    #expect(LineCell.told == told + 1)
    #expect(list.cell(of: 1)?.model?.text == "other")
    list.source.append(Line(id: 100))
    #expect(LineCell.told == told + 1)
  }

  @Test func `measures rows that it has not seen, and keeps what is seen in its place`() {
    list.rowHeight = 5
    list.source = lines(0..<1000)
    tree.flush()
    #expect(seen == ["0 0", "1 20", "2 40", "3 60", "4 80"])
    list.reveal(500)
    let place = seen
    #expect(place.contains { $0.hasPrefix("500 ") } && place.count >= 5)
    // Rows above come, go and grow.
    list.source.insert(Line(id: -1, text: "a\nb\nc"), at: 3)
    list.source.remove(at: 7)
    list.source[0].text = "a\nb"
    #expect(seen == place)
    // Backwards over rows that were never measured.
    for _ in 0..<2000 where list.contentOffset.y > 0 {
      let before = seen
      list.contentOffset.y -= 7
      guard list.contentOffset.y > 0, let row = before.first else { continue }
      let parts = row.split(separator: " ")
      guard let top = Int(parts[1]), top + 7 < 100 else { continue }
      #expect(seen.contains("\(parts[0]) \(top + 7)"))
    }
    #expect(seen.first == "0 0")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `shows after any edits what a new list shows`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    list.source = lines(0..<30)
    tree.flush()
    var next = 30
    for _ in 0..<100 {
      var source = list.source
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        source.insert(
          Line(id: next, text: Bool.random(using: &random) ? "x" : "x\ny"),
          at: Int.random(in: 0...source.count, using: &random)
        )
        next += 1
      case 1 where source.count > 10:
        source.remove(at: Int.random(in: source.indices, using: &random))
      case 2: source.shuffle(using: &random)
      case 3: source[Int.random(in: source.indices, using: &random)].text += "\nz"
      default: list.contentOffset.y = CGFloat(Int.random(in: 0...800, using: &random))
      }
      list.animation = Bool.random(using: &random) ? ViewAnimation(duration: .seconds(1)) : nil
      list.source = source
      if Bool.random(using: &random) { clock.advance(by: .milliseconds(300)) }
    }
    tree.finishAnimations()
    tree.flush()
    let other = CollectionView<LineCell>()
    other.frame = list.frame
    tree.root.append(other)
    other.source = list.source
    // Until all is measured.
    for list in [list, other] {
      list.contentOffset.y = 0
      while list.contentOffset.y < list.contentSize.height - 100 { list.contentOffset.y += 50 }
    }
    #expect(other.contentSize == list.contentSize)
    func rows(_ list: CollectionView<LineCell>) -> [String] {
      list.contentView.children.map {
        "\(($0.firstChild as? LineCell)?.model?.id ?? -1) \($0.frame) \($0.presented.alpha)"
      }
    }
    #expect(rows(other).suffix(3) == rows(list).suffix(3))
    #expect(list.contentView.children.count < 40)
  }

  @Test func `lets rows come, go and move`() throws {
    list.source = lines(0..<3)
    tree.flush()
    list.animation = ViewAnimation(.linear, duration: .milliseconds(100))
    list.source = lines([9, 0, 2])
    func row(_ id: Int) throws -> NativeView { try #require(list.cell(of: id)?.parent) }
    let gone = try #require(list.contentView.firstChild)
    #expect((gone.firstChild as? LineCell)?.model?.id == 1)
    // From where it was, to where it is.
    #expect(try row(0).frame.minY == 20 && row(0).presented.frame.minY == 0)
    #expect(try row(9).presented.alpha == 0 && row(9).frame.minY == 0)
    clock.advance(by: .milliseconds(10))
    clock.advance(by: .milliseconds(50))
    #expect(try (5...15).contains(row(0).presented.frame.minY))
    #expect(try (0.2...0.8).contains(row(9).presented.alpha))
    #expect((0.2...0.8).contains(gone.presented.alpha))
    #expect(!tree.label("1").exists)
    clock.advance(by: .milliseconds(200))
    #expect(gone.parent == nil)
    #expect(try row(0).presented.frame.minY == 20 && row(9).presented.alpha == 1)
    // At once where the user wants it so.
    tree.environment.isMotionReduced = true
    list.source = lines([2])
    tree.flush()
    #expect(try row(2).presented.frame.minY == 0)
    #expect(list.contentView.children.count == 1)
  }

  @Test func `is used by touch and by keys`() throws {
    var tapped: [Int] = []
    list.source = lines(0..<50)
    #expect(!(list.contentView.firstChild?.isFocusable ?? true))
    list.didTap = { tapped.append($0.id) }
    tree.flush()
    try tree.label("2").tap()
    #expect(tapped == [2])
    #expect(tree.focus(list.cell(of: 0)?.parent))
    for _ in 0..<20 { press(.down) }
    #expect(tree.focusedView === list.cell(of: 20)?.parent)
    #expect(seen.contains { $0.hasPrefix("20 ") })
    press(.up)
    press(.return)
    #expect(tapped == [2, 19])
    // With its row after an edit.
    list.source.removeFirst(3)
    #expect(tree.focusedView === list.cell(of: 19)?.parent)
    press(.return)
    #expect(tapped == [2, 19, 19])
  }

  @Test func `keeps the cell that has the focus, wherever it is`() throws {
    list.source = lines(0..<500)
    list.source[1].text = "field"
    tree.flush()
    let cell = try #require(list.cell(of: 1))
    #expect(tree.focus(cell))
    list.contentOffset.y = 5000
    #expect(list.cell(of: 1) === cell && tree.focusedView === cell)
    #expect(list.cell(of: 0) == nil)
    tree.focus(nil)
    list.contentOffset.y = 5100
    #expect(list.cell(of: 1) == nil)
  }

  @Test func `tells of repeated ids and of heights that cannot be`() {
    var diagnoses: [String] = []
    tree.onDiagnosis = { diagnoses.append($0.problem) }
    list.source = [Line(id: 1, text: "a"), Line(id: 2, text: "b"), Line(id: 1, text: "c")]
    tree.flush()
    #expect(diagnoses == ["several rows have the id 1"])
    #expect(seen == ["1 0", "2 20", "1 40"])
  }
}
