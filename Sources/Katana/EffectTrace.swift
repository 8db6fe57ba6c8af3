import Signposts

/// The side effect that the current task runs, for the parent links of a trace.
enum EffectTrace {
  @TaskLocal static var current = SignpostID.none
}
