import CommandRunning
import Foundation
import Glibc
import SuiteErrors

/// The library that reports what the tasks of Swift's concurrency do: docs/concurrency.md.
///
/// It is loaded into the recorded command and all that it starts; it doesn't change programs without that runtime.
enum TaskHooks {
  static let library = "libhamon-concurrency.so"
  /// The linker options for programs that contain the runtime, in a file next to the library.
  private static let linkerOptions = "hamon-concurrency.link"
  /// A text in programs that were linked so: Sources/Preloaded/Concurrency/Linked.c.
  private static let marker = "hamon: hooks of the concurrency runtime are linked in"

  /// Its path.
  ///
  /// - Throws: `RecordingError` if it can't be loaded from anywhere.
  static func path() throws(RecordingError) -> String {
    do throws(SuiteError) {
      return try PreloadedLibrary.loadablePath(of: library)
    } catch {
      throw RecordingError(error)
    }
  }

  /// The kind of program whose tasks can't be seen, and what to do; `nil` for one that may have some, or may start one that has.
  static func obstacle(in executable: String) async -> String? {
    if await ForkTracing.libraries(of: executable).contains(where: {
      $0.contains("/libswift_Concurrency.so")
    }) {
      return nil
    }
    // A script or another wrapper has no such functions; a program with them contains the runtime.
    guard let file = try? Data(contentsOf: URL(filePath: executable), options: .alwaysMapped),
      file.range(of: Data("swift_task_create".utf8)) != nil,
      // Then it reports its tasks itself.
      file.range(of: Data(marker.utf8)) == nil
    else { return nil }
    let options = (try? path()).map { URL(filePath: $0).deletingLastPathComponent().path } ?? ""
    return "the runtime of its tasks is linked in (-static-stdlib); link it dynamically, or with "
      + "-Xlinker @\(options)/\(linkerOptions)"
  }
}
