/// A recorder as side effects see it, which don't know the state's type.
protocol EffectRecorder: AnyObject, Sendable {
  /// Notes a side effect that begins; returns its place in the log.
  func appendBegin(of item: any Dispatchable) -> Int?

  /// Notes how a side effect ended.
  func setOutcome(_ outcome: SideEffectOutcome, of ordinal: Int)
}
