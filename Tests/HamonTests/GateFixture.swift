import Foundation

/// Scripts that stand for benchmark executables of base and head, each row with a behaviour of its own.
struct GateFixture {
  /// What a served row does.
  enum Behaviour {
    /// Each sample takes so many nanoseconds.
    case steady(Int)
    /// Each sample takes so many nanoseconds, but every eighth takes others.
    case tailed(Int, eighth: Int)
    /// Each sample takes a millisecond, and its process tells what that takes of the system, where it is asked.
    case using(String)
    /// Each sample takes what no benchmark does.
    case absurd(String)
    /// It ends by a signal when it is asked for samples.
    case crashing
    /// It never answers.
    case hanging
    /// It prints something of its own.
    case chatty
    /// Its answer is wrong at the end.
    case wrong

    fileprivate var commands: String {
      switch self {
      case .steady(let time): "answer \(time)"
      case .tailed(let time, let eighth): "eighth=\(eighth); answer \(time)"
      case .using(let figures):
        "if [ -n \"$HAMON_SERVE_USAGE\" ]; then figures=' \(figures)'; fi; answer 1000000"
      case .absurd(let time): "answer \(time)"
      case .crashing: "read request; kill -SEGV $$"
      case .hanging: "exec sleep 600"
      case .chatty: "read request; echo hello; exec sleep 600"
      case .wrong: "fails=1; answer 1000000"
      }
    }
  }

  let tool: ToolFixture

  /// Writes an executable.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - rows: Its rows.
  ///   - timeLimit: How much their time may grow, as a share, by their own limit; `nil` for none.
  /// - Returns: Its path.
  /// - Throws: What writing a file throws.
  func write(
    _ name: String,
    rows: [(String, Behaviour)],
    timeLimit: Double? = nil
  ) throws -> String {
    let limit = timeLimit.map { ",\"limit\":{\"time\":\($0)}" } ?? ""
    let path = "\(tool.folder)/\(name)"
    let descriptions = rows.map {
      "echo '{\"name\":\"\($0.0)\",\"kind\":\"ours\",\"threads\":1\(limit)}'"
    }
    let cases = rows.map { "'^\($0.0)$') greet; \($0.1.commands) ;;" }
    try ExecutableFile.write(
      """
      #!/bin/sh
      fails=0
      eighth=
      figures=
      taken=0
      greet() { echo "serving 1 1000 thread 1"; }
      answer() {
        while read request count; do
          case $request in
          sample)
            line=sampled
            i=0
            while [ $i -lt $count ]; do
              taken=$((taken + 1))
              time=$1
              if [ -n "$eighth" ] && [ $((taken % 8)) = 0 ]; then time=$eighth; fi
              line="$line $time"
              i=$((i + 1))
            done
            echo "$line" ;;
          end)
            if [ $fails = 1 ]; then echo "error: row: sum is 3, not 4" >&2; exit 1; fi
            echo "ended$figures"
            exit 0 ;;
          esac
        done
      }
      case $1 in
      --describe) \(descriptions.joined(separator: "; ")) ;;
      # The pattern of a row escapes what is special in it.
      --serve) case $(printf %s "$3" | tr -d '\\\\') in
        \(cases.joined(separator: "\n  "))
        esac ;;
      esac
      """,
      to: path
    )
    return path
  }

  /// Gates two executables by time only.
  func gate(
    _ base: String,
    _ head: String,
    _ arguments: String...
  ) async throws -> ToolFixture.Outcome {
    try await tool.run(
      ["gate", "--base-executable", base, "--head-executable", head, "--no-counts"] + arguments
    )
  }
}
