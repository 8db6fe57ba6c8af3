import Foundation

/// The command by which SwiftPM links an executable, read from the build manifest.
///
/// The manifest is `release.yaml` (or `debug.yaml`) in the scratch directory, written for llbuild. The arguments of a command stand on one
/// line, as a JSON array.
struct LinkCommand: Equatable {
  /// The compiler that links, then its arguments.
  let words: [String]

  /// Finds the command that makes an executable; `nil` without such a manifest or command, as with other build systems.
  ///
  /// - Parameter executable: Its path, after symbolic links: `SCRATCH/TRIPLE/release/NAME`.
  init?(of executable: String) {
    let url = URL(filePath: executable)
    let configuration = url.deletingLastPathComponent().lastPathComponent
    let scratch = url.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let manifest = scratch.appending(path: "\(configuration).yaml")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return nil }
    self.init(of: executable, inManifest: text)
  }

  /// Finds the command that makes an executable in the text of a manifest.
  init?(of executable: String, inManifest text: String) {
    for line in text.split(separator: "\n") where line.contains("\"-emit-executable\"") {
      guard let start = line.range(of: "args: ["),
        let words = try? JSONDecoder().decode(
          [String].self,
          from: Data(line[line.index(before: start.upperBound)...].utf8)
        ),
        let output = words.firstIndex(of: "-o"), output + 1 < words.count,
        words[output + 1] == executable,
        words.contains(where: { $0.hasPrefix("@") })
      else { continue }
      self.words = words
      return
    }
    return nil
  }

  var compiler: String { words[0] }

  /// The file that lists the object files, one per line.
  var objectList: String {
    words.first { $0.hasPrefix("@") }.map { String($0.dropFirst()) } ?? ""
  }

  /// The arguments that link the same program to another path, without debug information.
  ///
  /// A padding object goes in front; a reference to its symbol keeps the linker from dropping it.
  func arguments(
    output path: String,
    objectList list: String,
    codeOffset: (object: String, symbol: String)?
  ) -> [String] {
    var arguments: [String] = []
    var isOutput = false
    for word in words.dropFirst() {
      if isOutput {
        arguments.append(path)
        isOutput = false
      } else if word == "-g" {
        // Debug information takes most of the linker's time, and valgrind may abort on it.
        continue
      } else if word.hasPrefix("@") {
        if let codeOffset {
          arguments += [codeOffset.object, "-Xlinker", "--undefined=\(codeOffset.symbol)"]
        }
        arguments.append("@\(list)")
      } else {
        isOutput = word == "-o"
        arguments.append(word)
      }
    }
    return arguments + ["-Xlinker", "-S"]
  }
}
