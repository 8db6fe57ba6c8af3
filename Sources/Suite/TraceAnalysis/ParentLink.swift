/// What has dispatched or begun something.
struct ParentLink {
  let key: TraceIntervalID
  /// Where it stands in the call tree.
  let node: Int32
}
