/// An array that changes cheaply while a copy of it is held: it copies one page of its elements, and a reference for each other page.
///
/// Nothing is inserted, and what is removed are whole pages at the beginning.
@usableFromInline
struct PagedArray<Element> {
  /// How many elements a page has, a power of two: as many as there are pages is best, which is so with the chunks of 16,000 values.
  @inlinable static var pageSize: Int { 16 }

  @usableFromInline var pages: ContiguousArray<ContiguousArray<Element>> = []
  /// How many elements there are.
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

  /// Removes the elements of the first page, of which there must be a whole one.
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
    // A shift and a mask: a negative index is one that no page has.
    @inline(__always) _read {
      yield pages[index >> Self.pageSize.trailingZeroBitCount][index & (Self.pageSize - 1)]
    }
    @inline(__always) _modify {
      yield &pages[index >> Self.pageSize.trailingZeroBitCount][index & (Self.pageSize - 1)]
    }
  }
}

extension PagedArray: Sendable where Element: Sendable {}
