import Foundation
import NativeViews

/// The same table on an array: cells that go out of sight are moved to where others come into it.
@MainActor
final class HandWrittenFeed {
  static let rowHeight: CGFloat = 96

  private let tree: ViewTree
  private let list = ScrollView()
  private var posts: [Post]
  private var cells: [HandWrittenCell] = []
  private var first = 0

  init(_ posts: [Post], _ image: BitmapImage, in tree: ViewTree) {
    (self.posts, self.tree) = (posts, tree)
    list.frame = CGRect(x: 0, y: 52, width: 360, height: 588)
    for row in 0..<7 {
      let cell = HandWrittenCell(image)
      cell.frame.size = CGSize(width: 360, height: Self.rowHeight)
      cells.append(cell)
      list.contentView.append(cell)
      place(cell, at: row)
    }
    showCount()
    list.onScroll = { [unowned self] in placeCells() }
    tree.root.append(list)
    tree.flush()
  }

  var rowCount: Int { posts.count }

  func append(_ page: [Post]) {
    posts += page
    showCount()
    tree.flush()
  }

  func restore(_ count: Int) {
    posts.removeLast(posts.count - count)
    showCount()
    tree.flush()
  }

  private func showCount() {
    list.contentSize = CGSize(width: 360, height: Self.rowHeight * CGFloat(posts.count))
  }

  private func placeCells() {
    let wanted = Int(list.contentOffset.y / Self.rowHeight)
    while first < wanted {
      let cell = cells.removeFirst()
      cells.append(cell)
      place(cell, at: first + cells.count)
      first += 1
    }
    while first > wanted {
      first -= 1
      let cell = cells.removeLast()
      cells.insert(cell, at: 0)
      place(cell, at: first)
    }
  }

  private func place(_ cell: HandWrittenCell, at row: Int) {
    cell.frame.origin.y = Self.rowHeight * CGFloat(row)
    cell.show(posts[row])
  }
}

/// A post: its picture, its title, its text, and a line below.
@MainActor
private final class HandWrittenCell: NativeView {
  private let picture: HandWrittenPicture
  private let title = HandWrittenText()
  private let text = HandWrittenText()
  private let mark = HandWrittenText()
  private let line = NativeView()

  init(_ image: BitmapImage) {
    picture = HandWrittenPicture(image)
    super.init()
    picture.frame = CGRect(x: 12, y: 12, width: 72, height: 72)
    title.frame = CGRect(x: 96, y: 12, width: 252, height: 20)
    text.frame = CGRect(x: 96, y: 34, width: 252, height: 36)
    mark.frame = CGRect(x: 96, y: 70, width: 252, height: 14)
    line.frame = CGRect(x: 0, y: 95, width: 360, height: 1)
    for view in [picture, title, text, mark, line] { append(view) }
  }

  func show(_ post: Post) {
    title.text = post.title
    text.text = post.text
    mark.text = post.isLoved ? "loved" : ""
    line.backgroundColor = post.isLoved ? .red : Color(white: 0.9)
  }
}

private final class HandWrittenPicture: NativeView {
  private let image: BitmapImage

  init(_ image: BitmapImage) {
    self.image = image
    super.init()
  }

  override func draw(into list: inout DisplayList) { list.draw(image, in: bounds) }
}

private final class HandWrittenText: NativeView {
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      setNeedsDisplay()
      accessibilityDidChange()
    }
  }

  override var accessibility: Accessibility { Accessibility(role: .label, label: text) }

  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock(AttributedText(string: text)), in: bounds)
  }
}
