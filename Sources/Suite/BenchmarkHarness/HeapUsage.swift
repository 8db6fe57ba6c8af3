import CMachine

/// What a program holds in the heap.
public enum HeapUsage {
  /// How many bytes the main thread has allocated and not freed, the allocator's own overhead
  /// included.
  ///
  /// Of glibc's main arena and of blocks that are mapped on their own; what other threads have
  /// allocated is not counted. 0 where the C library doesn't tell.
  public static var mainThreadBytes: Int { Int(cmachine_allocated_bytes()) }
}
