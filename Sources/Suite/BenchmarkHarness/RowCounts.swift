/// What an operation executes and calls, exactly, counted under valgrind and not timed.
///
/// Units: per operation, from the slope between two numbers of iterations, so that what starting the
/// program takes is not part of it.
public struct RowCounts: Codable, Equatable, Sendable {
  /// Machine instructions, of all threads.
  public var instructions: Double
  /// Calls of `malloc`, `calloc`, `realloc`, `posix_memalign` and `aligned_alloc`.
  public var allocations: Double
  /// Objects that the Swift runtime allocated.
  public var objects: Double
  /// Retains of the Swift runtime.
  public var retains: Double
  /// Releases of the Swift runtime.
  public var releases: Double
  /// Bytes that were asked of the allocator; `nil` where they were not counted.
  public var bytes: Double?
  /// Blocks that were given back to the allocator; fewer than ``allocations`` where memory is kept.
  public var frees: Double?
  /// How many iterations lie between the two runs.
  public var iterations: Int

  /// Creates counts.
  public init(
    instructions: Double,
    allocations: Double,
    objects: Double,
    retains: Double,
    releases: Double,
    bytes: Double? = nil,
    frees: Double? = nil,
    iterations: Int
  ) {
    self.instructions = instructions
    self.allocations = allocations
    self.objects = objects
    self.retains = retains
    self.releases = releases
    self.bytes = bytes
    self.frees = frees
    self.iterations = iterations
  }
}
