/// Rings of records that others fill while they are emptied.
protocol SampleRings: AnyObject {
  /// The event numbers of the samples.
  var numbers: [UInt64] { get }
  /// The attributes of their event, in the kernel's form.
  var attributes: [UInt8] { get }
  /// Waits until there is something to take, at most for the time between two looks.
  func wait(_ looks: LookPace)
  /// Takes all records out of the rings, ring by ring; the memory is valid only during the call.
  func drain(_ take: (UnsafeRawBufferPointer) -> Void)
  /// What was not sampled: a line each.
  var gaps: [String] { get }
  /// Stops the writers.
  func disable()
}
