/// An array that is cheap to change while a copy is held: a change copies one page of elements, and a reference for each other page.
///
/// Elements can't be inserted; only whole pages at the beginning can be removed.
@usableFromInline
struct PagedArray<Element> {
  /// The number of elements of a page, a power of two.
  ///
  /// As many as there are pages is best, which holds for the chunks of 16,000 values.
  @inlinable @inline(__always) static var pageSize: Int { 16 }

  @usableFromInline var pages: ContiguousArray<ContiguousArray<Element>> = []
  @usableFromInline private(set) var count = 0

  @inlinable
  init() {}

  /// Complexity: O(1), amortized; O(*n* / 16 + 16) while a copy is held.
  @inlinable
  mutating func append(_ element: Element) {
    if count % Self.pageSize == 0 {
      pages.append([element])
    } else {
      pages[pages.count - 1].append(element)
    }
    count += 1
  }

  /// Removes the elements of the first page, which must be full.
  ///
  /// Complexity: O(*n* / 16).
  @inlinable
  mutating func removeFirstPage() {
    pages.removeFirst()
    count -= Self.pageSize
  }
}

extension PagedArray: RandomAccessCollection, MutableCollection {
  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { count }

  @inlinable
  subscript(index: Int) -> Element {
    // A shift and a mask: no page has a negative index.
    @inline(__always) _read {
      yield pages[index >> Self.pageSize.trailingZeroBitCount][index & (Self.pageSize - 1)]
    }
    @inline(__always) _modify {
      yield &pages[index >> Self.pageSize.trailingZeroBitCount][index & (Self.pageSize - 1)]
    }
  }
}

extension PagedArray: Sendable where Element: Sendable {}
