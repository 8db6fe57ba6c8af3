/// Rings of records into which others write while they are emptied.
protocol SampleRings: AnyObject {
  /// The numbers that samples have.
  var numbers: [UInt64] { get }
  /// The attributes of their event, as the kernel has them.
  var attributes: [UInt8] { get }
  /// Waits until there is something to take, at most so long as between two looks.
  func wait(_ looks: LookPace)
  /// Takes all records out of the rings, ring by ring; the memory is gone after the call.
  func drain(_ take: (UnsafeRawBufferPointer) -> Void)
  /// Stops what writes.
  func disable()
}
