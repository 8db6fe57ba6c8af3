internal import CNativeViewsGTK
import Foundation
public import NativeViews

extension GTKBackend {
  /// Shows another mouse pointer.
  public func pointerShapeDidChange(to shape: PointerShape) {
    // SAFETY: rule 1 of `GTKBackend`; C copies the name.
    if let window = unsafe window { unsafe gtkviews_window_set_pointer(window, shape.rawValue) }
  }

  /// Opens or closes a menu of GTK.
  public func menuDidChange(to menu: OpenMenu?) {
    guard let window = unsafe window else { return }
    itemIDs = unsafe GTKMenus.show(menu, in: window)
  }

  /// Opens or closes the desktop's dialog.
  public func fileDialogDidChange(to dialog: FileDialog?) {
    if let window = unsafe window { unsafe GTKMenus.show(dialog, in: window) }
  }

  func menuDidEnd(with item: Int) {
    guard let tree else { return }
    if itemIDs.indices.contains(item), tree.chooseMenuItem(itemIDs[item]) { return }
    tree.closeMenu()
  }

  /// Files of URIs, without those that can't be read as such.
  nonisolated static func urls(
    _ files: UnsafePointer<UnsafePointer<CChar>?>?,
    _ count: Int
  ) -> [URL] {
    // SAFETY: C hands over as many strings as it says, for the time of the call.
    unsafe UnsafeBufferPointer(start: files, count: files == nil ? 0 : count).compactMap {
      unsafe $0.flatMap { unsafe URL(string: String(cString: $0)) }
    }
  }
}
