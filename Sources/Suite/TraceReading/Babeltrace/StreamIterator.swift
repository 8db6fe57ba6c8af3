#if HAS_BABELTRACE
import CBabeltrace

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed
// from is held, and what it gives is given back once.

/// One stream's messages, of which the sink looks at one at a time.
@safe struct StreamIterator {
  let input: TraceInput
  /// The library's iterator; `nil` once it has ended.
  var iterator: OpaquePointer?
  /// The batch that the library handed over last; the array is the library's, the references in it
  /// are ours.
  var messages: UnsafeMutablePointer<OpaquePointer?>?
  var count = 0
  var position = 0
  /// What the events of the stream have in common; known from its first message on.
  var source: EventDecoder.Source?
  /// The file it is read from.
  var subject: String
  /// The time of the last event, below which no later one may be.
  var lastTimestamp = Int64.min

  init(iterator: OpaquePointer, input: TraceInput) {
    unsafe self.iterator = unsafe iterator
    self.input = input
    subject = input.subject
  }

  /// Gives back what is left of the batch, and the iterator.
  mutating func end() {
    if let messages = unsafe messages {
      for index in position..<count { unsafe bt_message_put_ref(messages[index]) }
    }
    position = count
    unsafe messages = nil
    if let iterator = unsafe iterator { unsafe bt_message_iterator_put_ref(iterator) }
    unsafe iterator = nil
  }
}
#endif
