/// Tells programs and libraries of the system or of Swift's toolchain from the measured ones.
package enum SystemObject {
  private static let folders = [
    "/lib/", "/lib32/", "/lib64/", "/libx32/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/",
    "/usr/libx32/", "/usr/libexec/",
    "/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/opt/swift/",
  ]

  private static let runtimes = [
    "libswift", "libdispatch.", "libBlocksRuntime.", "libFoundation", "lib_Foundation", "libc.",
    "libpthread",
  ]

  /// Whether a program or library is where the system or a toolchain keeps its own, or has no file, as the kernel's `[vdso]`.
  ///
  /// - Parameter path: As the kernel or valgrind reports it.
  /// - Returns: False below `/usr/local` or `/usr/src`.
  package static func contains(_ path: String) -> Bool {
    !path.hasPrefix("/") || folders.contains { path.hasPrefix($0) } || path.contains("/lib/swift/")
  }

  /// Whether a library belongs to Swift's runtime or to the C library, wherever it is: packages of programs bring their own.
  package static func isRuntime(_ path: String) -> Bool {
    let file = path.split(separator: "/").last ?? ""
    return runtimes.contains { file.hasPrefix($0) }
  }
}
