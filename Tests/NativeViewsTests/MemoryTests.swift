import Testing

@testable import NativeViews

@Suite
struct `Memory of views` {
  @Test
  func `a view is in the smallest block of malloc that holds its properties`() {
    // With malloc's word this is a block of 176 bytes; a byte more makes it one of 192.
    #expect(instanceSize(NativeView.self) <= 168)
  }

  /// Bytes of an instance, as its type's metadata say.
  private func instanceSize(_ type: AnyClass) -> Int {
    // SAFETY: a class's metadata have their kind and the superclass in a word each, flags and the address point of
    // 32 bits each, and then the size of an instance in 32 bits; on every platform without Objective-C.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    return Int(unsafe metadata.load(fromByteOffset: 24, as: UInt32.self))
  }
}
