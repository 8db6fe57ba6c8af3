public import Foundation

extension IndexPath {
  /// The place of a row in a section, both from 0.
  public init(row: Int, section: Int) {
    // Not from an array, which is an allocation.
    self.init(index: section)
    append(row)
  }

  /// The place of an item in a section, both from 0.
  public init(item: Int, section: Int) { self.init(row: item, section: section) }

  /// The section.
  public var section: Int { self[0] }
  /// The row in the section.
  public var row: Int { self[1] }
  /// The item in the section.
  public var item: Int { self[1] }
}
