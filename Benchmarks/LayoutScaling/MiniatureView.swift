import Foundation

/// A view of the original's way: an object for each, found by a string, its history an array, its
/// anchors objects, its frame rounded component by component into a dictionary.
final class MiniatureView {
  enum Write { case left, right, top, width, height }

  final class Line {
    let view: MiniatureView
    let kind: Write
    let offset: CGFloat

    init(_ view: MiniatureView, _ kind: Write, offset: CGFloat = 0) {
      self.view = view
      self.kind = kind
      self.offset = offset
    }

    var coordinate: CGFloat {
      let line =
        switch kind {
        case .left: view.frame.minX
        case .right: view.frame.maxX
        default: view.frame.minY
        }
      return line + offset * view.multiplier
    }
  }

  let key: String
  let multiplier: CGFloat
  private(set) var frame: CGRect
  private var history: [Write] = []
  private unowned let parent: MiniatureView?

  init(key: String, frame: CGRect, multiplier: CGFloat, parent: MiniatureView?) {
    self.key = key
    self.frame = frame
    self.multiplier = multiplier
    self.parent = parent
  }

  private func note(_ write: Write) {
    history = [history.last ?? write, write]
  }

  var left: Line {
    get { Line(self, .left) }
    set {
      frame.origin.x = newValue.coordinate
      note(.left)
    }
  }

  var top: Line {
    get { Line(self, .top) }
    set {
      frame.origin.y = newValue.coordinate
      note(.top)
    }
  }

  var right: Line {
    get { Line(self, .right) }
    set {
      if history.last == .left { frame.size.width = max(newValue.coordinate - frame.minX, 0) }
      frame.origin.x = newValue.coordinate - frame.width
      note(.right)
    }
  }

  var width: CGFloat {
    get { frame.width }
    set {
      frame.size.width = max(newValue * multiplier, 0)
      note(.width)
    }
  }

  var height: CGFloat {
    get { frame.height }
    set {
      frame.size.height = max(newValue * multiplier, 0)
      note(.height)
    }
  }
}

/// The views of a container by their names.
struct MiniatureContainer {
  let nativeView: MiniatureView
  private let views: [String: MiniatureView]

  init(keys: [Int], frame: CGRect) {
    let native = MiniatureView(key: "", frame: frame, multiplier: 1, parent: nil)
    nativeView = native
    views = Dictionary(
      uniqueKeysWithValues: keys.map { key in
        let key = "\(key)"
        return (key, MiniatureView(key: key, frame: .zero, multiplier: 1, parent: native))
      }
    )
  }

  subscript(key: Int) -> MiniatureView? { views["\(key)"] }

  /// The frames, each component rounded to half points.
  var frames: [String: CGRect] {
    views.mapValues { view in
      let round = { (length: CGFloat) in (length * 2).rounded() / 2 }
      return CGRect(
        x: round(view.frame.minX),
        y: round(view.frame.minY),
        width: round(view.frame.width),
        height: round(view.frame.height)
      )
    }
  }

  // The keys that are looked up are those that were declared.
  // swift-format-ignore: NeverForceUnwrap
  /// The workload L.
  func layOutList(count: Int) {
    for key in 0..<count {
      let view = self[key]!
      view.height = 10
      view.width = 50
      view.left = MiniatureView.Line(nativeView, .left, offset: 5)
      if key == 0 {
        view.top = MiniatureView.Line(nativeView, .top, offset: 2)
      } else {
        let previous = self[key - 1]!
        view.top = MiniatureView.Line(previous, .top, offset: previous.height + 2)
      }
    }
  }
}
