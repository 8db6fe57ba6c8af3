import CHeapLayout
import Glibc
import SuiteErrors

// SAFETY, for the file: the pointers are to structures and arrays that outlive the calls of the C library, with their sizes.

/// The socket at which frozen copies of processes report.
struct CopySocket: ~Copyable {
  /// A copy that says nothing for so long says nothing more, in seconds.
  private static let patience = 5

  private let descriptor: Int32
  let path: String
  /// The directory that was made for it; `nil` if it was there.
  private let directory: String?

  private init(descriptor: Int32, path: String, directory: String?) {
    (self.descriptor, self.path, self.directory) = (descriptor, path, directory)
  }

  /// Listens at a new path, in a directory of its own: that of the recording may have too long a name.
  static func make() throws(SuiteError) -> CopySocket {
    let directory = try WorkDirectory.makeTemporary("memory")
    let path = "\(directory)/socket"
    do {
      let descriptor = try open(path, remedy: WorkDirectory.otherTemporary)
      return CopySocket(descriptor: descriptor, path: path, directory: directory)
    } catch {
      unsafe rmdir(directory)
      throw error
    }
  }

  /// Listens where a process looks for a recorder.
  static func make(for process: NotingProcess) throws(SuiteError) -> CopySocket {
    let path = process.socket
    // One that a recorder has left which was killed; who listens there still keeps its own.
    if !isHeard(path) { unsafe unlink(path) }
    let descriptor = try open(
      path,
      remedy: "end the hamon that records the process, or start it with a shorter directory"
    )
    var status = stat()
    // The process may be another user's.
    if unsafe stat(process.file, &status) == 0 { unsafe lchown(path, status.st_uid, status.st_gid) }
    return CopySocket(descriptor: descriptor, path: path, directory: nil)
  }

  private static func open(_ path: String, remedy: String) throws(SuiteError) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if descriptor >= 0, listen(descriptor, at: path) { return descriptor }
    let reason = SystemReason.text()
    close(descriptor)
    throw SuiteError(path, "snapshots can't be received there (\(reason))", remedy: remedy)
  }

  /// Whether somebody listens at a path, who is woken by it.
  static func isHeard(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return unsafe withAddress(path) { unsafe connect(descriptor, $0, $1) == 0 }
  }

  private static func listen(_ descriptor: Int32, at path: String) -> Bool {
    let isBound = unsafe withAddress(path) { unsafe bind(descriptor, $0, $1) == 0 }
    return isBound && Glibc.listen(descriptor, 512) == 0
  }

  /// Calls a closure with the address of a path; false if the path is too long.
  private static func withAddress(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8) + [0]
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return false
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
    }
  }

  /// Waits for a copy, and calls a closure with it; the copy ends afterwards.
  ///
  /// - Parameters:
  ///   - milliseconds: How long to wait.
  ///   - body: Called with the copy; `nil` if what came was no copy's report.
  /// - Returns: Whether anything came.
  func receive(within milliseconds: Int32, _ body: (HeapCopy?) -> Void) -> Bool {
    var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&readiness, 1, milliseconds) > 0 else { return false }
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return false }
    defer { close(connection) }
    var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
    unsafe setsockopt(
      connection,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &limit,
      socklen_t(MemoryLayout<timeval>.size)
    )
    // struct ucred: process, user, group.
    var credentials: [Int32] = [0, 0, 0]
    var size = socklen_t(3 * MemoryLayout<Int32>.size)
    unsafe getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
    let message = Self.message(from: connection)
    // Who says nothing only looks whether anybody listens.
    if !message.isEmpty { body(HeapCopy(message, from: credentials[0])) }
    return true
  }

  private static func message(from connection: Int32) -> [UInt8] {
    var message: [UInt8] = []
    let size = MemoryLayout<HamonReport>.size
    var piece = [UInt8](repeating: 0, count: size)
    while message.count < size {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(connection, $0.baseAddress, size - message.count)
      }
      guard count > 0 else { break }
      message += piece.prefix(count)
    }
    return message
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
    if let directory { unsafe rmdir(directory) }
  }
}
