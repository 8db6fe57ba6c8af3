import CMachine

extension InteractiveProcess {
  /// The processor that its main thread runs on, or ran on last; `nil` if the kernel doesn't report it.
  ///
  /// Source: proc_pid_stat(5), field 39.
  package var processor: Int32? {
    ProcessFile.statFields("/proc/\(process)")?.dropFirst(36).first.flatMap { Int32($0) }
  }

  /// Restricts its main thread, and what that starts from then on, to one processor.
  ///
  /// - Returns: Whether the system allowed it.
  @discardableResult
  package func keepMainThread(on processor: Int32) -> Bool {
    cmachine_keep_on(process, processor) == 0
  }
}
