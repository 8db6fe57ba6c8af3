import Glibc

/// How a recording keeps its session daemon apart from all others.
public enum DaemonIsolation: Sendable, Equatable {
  /// An ordinary user: LTTng looks for the daemon in `LTTNG_HOME`, a directory of the recording's own.
  case ownHome

  /// Root: LTTng ignores `LTTNG_HOME` and looks in /var/run/lttng, which is the recording's own in
  /// a private mount namespace.
  case ownMountNamespace

  /// Root without the right to a mount namespace, as in most containers: the one /var/run/lttng.
  case sharedRunDirectory(reason: String)
}

extension DaemonIsolation {
  /// The process that has entered its namespace and started itself again, by its id: a nested
  /// recording inherits the variable, has another id and makes a namespace of its own.
  private static let marker = "HAMON_MOUNT_NAMESPACE"

  /// LTTng's run directory for root, as it is compiled into Debian's packages.
  static let runDirectory = "/var/run/lttng"

  /// Finds the isolation for this process; as root, **starts this program again** inside a private
  /// mount namespace, with the same process id, arguments, terminal and working directory.
  ///
  /// Call it first in the tool, before threads have work: exec ends them. A mount namespace
  /// belongs to a thread until exec makes that thread the process; that is why exec is needed.
  /// Mounts made outside later still propagate in; mounts that the command makes stay inside.
  /// An empty /run/lttng may remain, as LTTng itself leaves it: removing it would detach the
  /// run directory of a recording that started in between.
  ///
  /// - Returns: Only as an ordinary user, inside the namespace, or where root may not make one.
  public static func establish() -> DaemonIsolation {
    guard geteuid() == 0 else { return .ownHome }
    if let value = getenv(marker), Int32(String(cString: value)) == getpid() {
      unsetenv(marker)
      return .ownMountNamespace
    }
    return .sharedRunDirectory(reason: reasonNamespaceFailed())
  }

  /// Whether this process may make a mount namespace.
  ///
  /// Leaves the calling thread in a namespace that mirrors the old one: for a diagnosis.
  public static func mountNamespaceRefusal() -> String? {
    geteuid() == 0 ? unshareMounts() : RecordingError.reason(EPERM)
  }

  private static func unshareMounts() -> String? {
    // <sched.h>; neither the function nor the constant is in Swift's Glibc module.
    let newMountNamespace: Int32 = 0x0002_0000
    guard let symbol = dlsym(nil, "unshare") else { return "unshare(2) is missing" }
    // SAFETY: glibc declares `int unshare(int)`; the signature matches.
    let unshare = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    guard unshare(newMountNamespace) == 0 else { return RecordingError.reason(errno) }
    return nil
  }

  /// Returns only if the namespace could not be entered.
  private static func reasonNamespaceFailed() -> String {
    if mkdir(runDirectory, 0o755) != 0 && errno != EEXIST { return RecordingError.reason(errno) }
    if let refusal = unshareMounts() { return refusal }
    // Slave: what is mounted outside appears here, and nothing of ours appears outside.
    guard mount("none", "/", nil, UInt(MS_REC | MS_SLAVE), nil) == 0,
      mount("tmpfs", runDirectory, "tmpfs", UInt(MS_NOSUID | MS_NODEV), "mode=0755") == 0
    else { return RecordingError.reason(errno) }

    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink("/proc/self/exe", &path, Int(PATH_MAX)) > 0 else {
      return RecordingError.reason(errno)
    }
    setenv(marker, String(getpid()), 1)
    // A worker thread may have signals blocked, and exec keeps a thread's mask.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    execv(path, CommandLine.unsafeArgv)
    unsetenv(marker)
    return RecordingError.reason(errno)
  }
}
