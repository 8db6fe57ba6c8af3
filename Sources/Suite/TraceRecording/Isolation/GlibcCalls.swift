import Glibc

// Glibc's calls in a form that Swift checks: strings instead of pointers, results instead of structures to fill.
//
// SAFETY, for all of them: before it returns, glibc reads the strings and writes no more than the one structure that it gets; its result is
// copied at once.

func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  unsafe Glibc.open(path, flags, mode)
}

func access(_ path: String, _ mode: Int32) -> Int32 { unsafe Glibc.access(path, mode) }

func mkdir(_ path: String, _ mode: mode_t) -> Int32 { unsafe Glibc.mkdir(path, mode) }

@discardableResult
func rmdir(_ path: String) -> Int32 { unsafe Glibc.rmdir(path) }

@discardableResult
func unlink(_ path: String) -> Int32 { unsafe Glibc.unlink(path) }

func rename(_ path: String, _ newPath: String) -> Int32 { unsafe Glibc.rename(path, newPath) }

@discardableResult
func truncate(_ path: String, _ size: Int) -> Int32 { unsafe Glibc.truncate(path, size) }

/// The status of the file at a path, through links; `nil` and `errno` if there is none.
func status(of path: String) -> stat? {
  var status = stat()
  return unsafe stat(path, &status) == 0 ? status : nil
}

/// A path without links; `nil` and `errno` if nothing is there.
func realPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// Creates an empty directory for a recording that only its owner may enter; `nil` and `errno` on failure.
func makeTemporaryDirectory(in parent: String) -> String? {
  var template = Array("\(parent)/\(TemporaryHome.prefix)XXXXXX".utf8CString)
  guard unsafe mkdtemp(&template) != nil else { return nil }
  return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Whether a child has ended; waits for its end unless `options` include `WNOHANG`.
///
/// Doesn't reap it. Also false if the call was interrupted.
func hasEnded(_ child: pid_t, _ options: Int32) -> Bool {
  var information = unsafe siginfo_t()
  let code = unsafe waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | options)
  return code != 0 ? errno != EINTR : unsafe information._sifields._kill.si_pid != 0
}

/// Whether something happens to a descriptor.
func poll(_ descriptor: Int32, for events: Int32, milliseconds: Int32) -> Bool {
  var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return unsafe Glibc.poll(&poll, 1, milliseconds) > 0
}

var emptySignalSet: sigset_t {
  var none = sigset_t()
  unsafe sigemptyset(&none)
  return none
}
