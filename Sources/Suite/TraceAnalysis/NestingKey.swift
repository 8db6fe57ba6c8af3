import TraceReading

/// Who has dispatched, or begun, whom.
struct NestingKey: Hashable {
  let parentKind: IntervalKind
  let parent: TraceSymbol?
  let childKind: IntervalKind
  let child: TraceSymbol?
}
