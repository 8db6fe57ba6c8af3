import CMachine

extension InteractiveProcess {
  /// The processor that its main thread runs on, or ran on last; `nil` where the kernel doesn't tell.
  ///
  /// Source: proc_pid_stat(5), field 39.
  package var processor: Int32? {
    ProcessFile.statFields("/proc/\(process)")?.dropFirst(36).first.flatMap { Int32($0) }
  }

  /// Lets its main thread run on one processor only, and what that thread starts from then on.
  ///
  /// - Returns: Whether the system has done so.
  @discardableResult
  package func keepMainThread(on processor: Int32) -> Bool {
    cmachine_keep_on(process, processor) == 0
  }
}
