import Foundation

/// How SwiftPM links an executable, read from the manifest of its build.
///
/// The manifest is `release.yaml` (or `debug.yaml`) in the scratch directory, written for llbuild; the
/// arguments of a command stand in one line, as a JSON array.
struct LinkCommand: Equatable {
  /// The compiler that links, and its arguments.
  let words: [String]

  /// Finds the command that makes an executable; `nil` where there is no such manifest or command, as
  /// with another build system.
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

  /// The file that lists the object files, one a line.
  var objectList: String {
    words.first { $0.hasPrefix("@") }.map { String($0.dropFirst()) } ?? ""
  }

  /// The arguments that make the same program elsewhere, without debug information and with an object file in
  /// front that a symbol in it keeps from being left out.
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
        // Debug information takes the linker most of its time, and valgrind may abort on it.
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
