import Glibc

/// How a recording keeps its session daemon apart from all others.
package enum DaemonIsolation: Sendable, Equatable {
  /// An ordinary user: LTTng looks for the daemon in `LTTNG_HOME`, a directory of the recording's own.
  case ownHome

  /// Root: LTTng ignores `LTTNG_HOME` and looks in /var/run/lttng, which the recording replaces in a private mount namespace.
  case ownMountNamespace

  /// Root without the right to a mount namespace, as in most containers: the shared /var/run/lttng.
  case sharedRunDirectory(reason: String)

  /// Root, for a process that runs already: the /var/run/lttng that this process sees.
  case processRunDirectory
}

extension DaemonIsolation {
  /// The id of the process that entered its namespace and started itself again: a nested recording inherits the variable, but has another
  /// id and makes its own namespace.
  private static let marker = "HAMON_MOUNT_NAMESPACE"

  /// LTTng's run directory for root, as it is compiled into Debian's packages.
  static let runDirectory = "/var/run/lttng"

  /// Finds the isolation for this process; as root, **starts this program again** inside a private mount namespace, with the same process
  /// id, arguments, terminal and working directory.
  ///
  /// Call it first in the tool, before threads have work: exec ends them. Exec is needed because a mount namespace belongs to one thread
  /// until exec makes that thread the process. An empty /run/lttng may remain, as LTTng itself leaves it: removing it would detach the run
  /// directory of a recording that started in between.
  ///
  /// - Returns: Only as an ordinary user, inside the namespace, or if root may not make one.
  package static func establish() -> DaemonIsolation {
    guard geteuid() == 0 else { return .ownHome }
    if takeMarker() {
      return .ownMountNamespace
    }
    return .sharedRunDirectory(reason: reasonNamespaceFailed())
  }

  /// Finds the isolation for recording a process that runs already; as root, **starts this program again** if the process has another
  /// /var/run/lttng.
  ///
  /// This program's namespace is then a copy of its own with that directory in it: the daemon listens where the process looks, and writes
  /// the trace where the user said.
  ///
  /// - Parameter id: The process; ``Recording`` reports one that doesn't exist.
  /// - Returns: Only as an ordinary user, inside the namespace, or if none is needed.
  /// - Throws: `RecordingError.processNotPermitted` if root may not enter that namespace.
  package static func establish(forProcess id: Int32) throws(RecordingError) -> DaemonIsolation {
    guard geteuid() == 0 else { return .ownHome }
    if takeMarker() {
      return .processRunDirectory
    }
    // One without LTTng looks for no daemon.
    guard !RunningProcess.isInSameMountNamespace(id), RunningProcess.hasTracer(id) != false else {
      return .processRunDirectory
    }
    throw .processNotPermitted(
      id,
      reason: "its mount namespace cannot be entered: \(reasonNamespaceFailed(of: id))"
    )
  }

  /// Whether this program was started again by itself; true only once, and not for its children.
  private static func takeMarker() -> Bool {
    guard environmentVariable(marker).flatMap({ Int32($0) }) == getpid() else { return false }
    unsafe unsetenv(marker)  // SAFETY: a string, for the call only; as all in this file.
    return true
  }

  /// Why this process may not make a mount namespace; `nil` if it may.
  ///
  /// For diagnosis: leaves the calling thread in a namespace that mirrors the old one.
  package static func mountNamespaceRefusal() -> String? {
    guard geteuid() == 0 else { return RecordingError.reason(EPERM) }
    return SystemCall.unshareMounts() ? nil : RecordingError.reason(errno)
  }

  /// Returns only if the namespace could not be entered.
  private static func reasonNamespaceFailed(of process: pid_t? = nil) -> String {
    enterNamespace(of: process) ? reasonNotStartedAgain() : RecordingError.reason(errno)
  }

  /// Gives this thread its own namespace with another run directory, and returns whether that worked; `errno` says why not.
  private static func enterNamespace(of process: pid_t?) -> Bool {
    guard mkdir(runDirectory, 0o755) == 0 || errno == EEXIST else { return false }
    // Entering a namespace changes the working directory.
    let directory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let theirs = process.map { open("/proc/\($0)/ns/mnt", O_RDONLY | O_CLOEXEC) }
    let theirRoot = process.map { open("/proc/\($0)/root", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    // Slave: mounts from outside appear here, and ours don't appear outside.
    guard SystemCall.unshareMounts(),
      unsafe mount("none", "/", nil, UInt(MS_REC | MS_SLAVE), nil) == 0
    else { return false }
    if let theirs, let theirRoot {
      return attachRunDirectory(namespace: theirs, root: theirRoot) && fchdir(directory) == 0
    }
    return unsafe mount("tmpfs", runDirectory, "tmpfs", UInt(MS_NOSUID | MS_NODEV), "mode=0755")
      == 0
  }

  /// Mounts the run directory of another namespace into this thread's own.
  private static func attachRunDirectory(namespace theirs: Int32, root: Int32) -> Bool {
    let own = open("/proc/thread-self/ns/mnt", O_RDONLY | O_CLOEXEC)
    guard own >= 0, theirs >= 0, root >= 0, SystemCall.enterMountNamespace(theirs) else {
      return false
    }
    // Relative to its root, which may be a chroot inside its namespace.
    let relative = String(runDirectory.dropFirst())
    guard fchdir(root) == 0, mkdir(relative, 0o755) == 0 || errno == EEXIST else { return false }
    let copy = SystemCall.cloneMount(at: relative)
    guard copy >= 0, SystemCall.enterMountNamespace(own) else { return false }
    return SystemCall.attachMount(copy, at: runDirectory)
  }

  /// Starts this program again; returns only if that fails.
  private static func reasonNotStartedAgain() -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    // SAFETY: readlink writes at most `PATH_MAX` bytes before the last 0.
    guard unsafe readlink("/proc/self/exe", &path, Int(PATH_MAX)) > 0 else {
      return RecordingError.reason(errno)
    }
    unsafe setenv(marker, String(getpid()), 1)
    // A worker thread may have blocked signals, and exec keeps a thread's mask.
    var none = emptySignalSet
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    // SAFETY: nothing changes the arguments that this program was started with.
    unsafe execv(path, CommandLine.unsafeArgv)
    unsafe unsetenv(marker)
    return RecordingError.reason(errno)
  }
}
