import Foundation
package import NativeViews

/// What commits have told of a view, as a view of its own in no tree, so that it can be rendered.
///
/// It reads the view that it stands for while a commit tells of it, and only what that commit tells.
@MainActor
package final class RecordedView: NativeView {
  /// Drawing of the view without its background and border.
  package private(set) var list = DisplayList()
  private var told = Accessibility()

  package override func draw(into list: inout DisplayList) {
    list.append(self.list)
  }

  package override var accessibility: Accessibility { told }

  /// Takes over what a commit tells.
  func take(_ properties: ViewProperties, of view: NativeView) {
    let presented = view.presented
    let oldSize = frame.size
    if properties.contains(.frame) { frame = presented.frame }
    if properties.contains(.alpha) { alpha = presented.alpha }
    if properties.contains(.transform) { transform = presented.transform }
    if properties.contains(.backgroundColor) { backgroundColor = presented.backgroundColor }
    if properties.contains(.border) {
      cornerRadius = view.cornerRadius
      borderWidth = view.borderWidth
      borderColor = presented.borderColor
    }
    if properties.contains(.visibility) { isHidden = view.isHidden }
    if properties.contains(.clipping) { clipsToBounds = view.clipsToBounds }
    if properties.contains(.accessibility) { told = view.effectiveAccessibility }
    // A view is drawn anew where its size has changed as well.
    if properties.contains(.content) || frame.size != oldSize { list = view.ownDrawing }
  }

  /// What differs between this and the view that it stands for, children aside.
  func differences(from view: NativeView) -> [String] {
    let presented = view.presented
    var differences: [String] = []
    func compare<Value: Equatable>(_ name: String, _ recorded: Value, _ expected: Value) {
      guard recorded != expected else { return }
      differences.append("\(view.path): its \(name) was recorded as \(recorded), not \(expected)")
    }
    compare("frame", frame, presented.frame)
    compare("alpha", alpha, presented.alpha)
    compare("transform", transform, presented.transform)
    compare("background", backgroundColor, presented.backgroundColor)
    compare("corner radius", cornerRadius, view.cornerRadius)
    compare("border", borderWidth, view.borderWidth)
    compare("border's colour", borderColor, presented.borderColor)
    compare("visibility", isHidden, view.isHidden)
    compare("clipping", clipsToBounds, view.clipsToBounds)
    compare("accessibility", told, view.effectiveAccessibility)
    compare("drawing", list, view.ownDrawing)
    return differences
  }
}

extension NativeView {
  fileprivate var ownDrawing: DisplayList {
    var list = DisplayList()
    draw(into: &list)
    return list
  }
}
