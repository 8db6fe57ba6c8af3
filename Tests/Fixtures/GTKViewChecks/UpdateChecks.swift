import Foundation
import NativeViews
import NativeViewsGTK
import SeededRandom

/// Random changes keep the widgets equal to the views, and leave none behind.
@MainActor
func checkUpdates(seed: UInt64) throws {
  let updates = 20_000
  print("seed \(seed)")
  try runInWindow { window in
    var random = SplitMix64(seed: seed)
    var views = [window.root]
    var loose: [NativeView] = []
    var since = 0
    for update in 1...updates {
      change(&views, &loose, in: window, &random)
      since += 1
      guard random.next(below: 12) == 0 || update == updates else { continue }
      window.tree.flush()
      let isDrawn = update % 16 == 0 || update == updates
      if isDrawn { await window.drawn() }
      let differences = window.backend.differences(from: window.tree, withAllocations: isDrawn)
      try check(differences.isEmpty, "seed \(seed), update \(update): \(differences.prefix(3))")
      var count = 0
      window.root.forEachView { _ in count += 1 }
      try check(
        GTKBackend.widgetCount == count,
        "seed \(seed), update \(update): \(GTKBackend.widgetCount) widgets for \(count) views"
      )
      since = 0
    }
    print("\(updates) updates, \(GTKBackend.widgetCount) widgets at the end")
    window.root.removeAllChildren()
    window.tree.flush()
    try check(
      GTKBackend.widgetCount == 1,
      "\(GTKBackend.widgetCount) widgets are left, not the root's alone"
    )
  }
  try check(
    GTKBackend.widgetCount == 0,
    "\(GTKBackend.widgetCount) widgets are left after the window"
  )
}

/// Makes one random change.
@MainActor
private func change(
  _ views: inout [NativeView],
  _ loose: inout [NativeView],
  in window: GTKWindow,
  _ random: inout SplitMix64
) {
  let view = views[random.next(below: views.count)]
  let place = { (random: inout SplitMix64) in
    CGRect(
      x: CGFloat(random.next(below: 4_000)) / 8 - 100,
      y: CGFloat(random.next(below: 3_000)) / 8 - 100,
      width: CGFloat(random.next(below: 800)) / 4,
      height: CGFloat(random.next(below: 800)) / 4
    )
  }
  switch random.next(below: 16) {
  case 0...3:
    let child = loose.popLast() ?? NativeView()
    child.frame = place(&random)
    child.backgroundColor = Color(hex: UInt32(random.next(below: 1 << 24)))
    let sibling = random.next(below: 2) == 0 ? nil : view.lastChild
    view.insert(child, after: sibling)
    child.forEachView { views.append($0) }
  case 4...5:
    // Moves it to another parent or another place.
    let parent = views[random.next(below: views.count)]
    guard view !== window.root, !parent.isDescendant(of: view) else { return }
    let children = parent.children.filter { $0 !== view }
    parent.insert(
      view,
      after: children.isEmpty || random.next(below: 3) == 0
        ? nil : children[random.next(below: children.count)]
    )
  case 6 where view !== window.root:
    // Out, with all that is in it; some parts of that come back alone.
    view.removeFromParent()
    var gone: Set<ObjectIdentifier> = []
    view.forEachView { gone.insert(ObjectIdentifier($0)) }
    views.removeAll { gone.contains(ObjectIdentifier($0)) }
    switch random.next(below: 3) {
    case 0: loose.append(view)
    case 1:
      if let child = view.firstChild {
        loose.append(child)
        child.removeFromParent()
      }
    default: break
    }
  case 7...9 where view !== window.root: view.frame = place(&random)
  case 10: view.isHidden = view !== window.root && !view.isHidden && random.next(below: 3) == 0
  case 11: view.alpha = CGFloat(random.next(below: 5)) / 4
  case 12: view.clipsToBounds.toggle()
  case 13:
    view.cornerRadius = CGFloat(random.next(below: 20))
    view.borderWidth = CGFloat(random.next(below: 4))
    view.borderColor = .red
  case 14:
    view.transform =
      random.next(below: 2) == 0
      ? .identity : AffineTransform(rotationByDegrees: CGFloat(random.next(below: 360)))
  case 15:
    let roles = Accessibility.Role.allCases
    view.accessibilityOverride = Accessibility(
      role: roles[random.next(below: roles.count)],
      label: "\(random.next(below: 9))"
    )
  default: view.setNeedsDisplay()
  }
  if views.count > 400 {
    for child in window.root.children.prefix(window.root.children.count / 2) {
      child.removeFromParent()
    }
    views.removeAll { $0.tree !== window.tree }
  }
}
