import Testing

@testable import Katana

/// The pages of what `Entities` are made of.
struct PagedArrayTests {
  private final class Box {}

  @Test func `it is an array`() {
    var paged = PagedArray<Int>()
    #expect(paged.isEmpty && paged.last == nil)
    for number in 0..<100 { paged.append(number) }
    #expect(paged.count == 100 && paged.last == 99)
    #expect(paged.elementsEqual(0..<100))
    paged[17] = -1
    #expect(paged[16] == 16 && paged[17] == -1 && paged[18] == 18)
    paged.removeFirstPage()
    #expect(paged.count == 84 && paged[0] == 16)
    #expect(paged.last == 99)
  }

  @Test func `a change beside a held copy copies one page`() {
    var paged = PagedArray<Box>()
    for _ in 0..<100 { paged.append(Box()) }
    let held = paged
    paged[40] = Box()
    paged.append(Box())
    #expect(held.count == 100 && paged.count == 101)
    let shared = zip(places(of: held), places(of: paged)).map { $0 == $1 }
    // The third page has the change, and the last one what was appended.
    #expect(shared == [true, true, false, true, true, true, false])
  }

  /// Where each page lies.
  private func places(of array: PagedArray<Box>) -> [UInt] {
    // SAFETY: what the pointers point to isn't read.
    array.pages.map { page in
      unsafe page.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }
}
