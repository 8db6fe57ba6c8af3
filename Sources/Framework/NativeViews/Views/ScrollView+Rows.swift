package import Foundation

extension ScrollView {
  /// Makes changes of rows in the content, and animates them: those that stay go to their new places, new ones appear, others fade away.
  ///
  /// Rows that go are shown until they have faded, below the others, and nobody can use them.
  ///
  /// - Parameters:
  ///   - animation: How; `nil` to show the rows at once. Without a tree nothing is animated.
  ///   - shift: How far the content has scrolled to keep visible rows in their places, which they don't leave by that.
  ///   - changes: Places the rows that stay; returns those that it has inserted, and those that it has removed.
  package final func animateRows(
    _ animation: ViewAnimation?,
    shift: CGFloat = 0,
    _ changes: () -> (new: [NativeView], gone: [NativeView])
  ) {
    guard let animation, let tree else {
      _ = changes()
      return
    }
    if shift != 0 {
      tree.withoutAnimation {
        for row in contentView.children { row.frame.origin.y += shift }
      }
    }
    var gone: [NativeView] = []
    tree.animate(animation) {
      let rows = changes()
      for row in rows.new {
        let alpha = row.alpha
        tree.withoutAnimation { row.alpha = 0 }
        row.alpha = alpha
      }
      gone = rows.gone
      for row in gone {
        contentView.insert(row, after: nil)
        row.isUserInteractionEnabled = false
        row.accessibilityOverride = Accessibility(isHidden: true)
        row.alpha = 0
      }
    } completion: { _ in
      for row in gone { row.removeFromParent() }
    }
  }
}
