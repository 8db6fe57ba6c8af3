import TaskAnalysis

/// Writes what tasks do as trace events: each task, and each executor, is a row of nested asynchronous events.
///
/// The format has arrows only between synchronous events, so the tasks that created and woke a task are arguments instead.
final class ChromeTasks: TaskTrackWriter {
  private unowned let writer: ChromeTraceWriter

  init(_ writer: ChromeTraceWriter) { self.writer = writer }

  func begin(_ task: ShownTask) {
    var line = open("b", task.title, of: task, at: task.begin)
    line.open("{", key: "args")
    line.add("task", task.id)
    if task.parent != 0 { line.add("parent", task.parent) }
    line.add("creator", task.creator)
    line.add("priority", Int64(task.priority))
    line.close("}")
    close(&line)
  }

  func write(_ slice: TaskSlice, of task: ShownTask) {
    var begin = open("b", slice.title, of: task, at: slice.begin, thread: slice.thread)
    begin.open("{", key: "args")
    begin.add("state", slice.state)
    if let other = slice.endedBy { begin.add("ended_by", other) }
    begin.close("}")
    close(&begin)
    var end = open("e", slice.title, of: task, at: slice.end, thread: slice.thread)
    close(&end)
  }

  func write(_ moment: TaskMoment, of task: ShownTask) {
    var line = open("n", moment.title, of: task, at: moment.time)
    close(&line)
  }

  func write(_ moment: TaskMoment, ofThread thread: Int) {}

  func end(_ task: ShownTask, at time: Int64?) {
    guard let time else { return }
    var line = open("e", task.title, of: task, at: time)
    close(&line)
  }

  func forget(_ task: ShownTask) {}

  func write(_ stay: ExecutorStay) {
    for (phase, time) in [("b", stay.begin), ("e", stay.end)] {
      var line = writer.open(
        phase,
        stay.title,
        id: "executor \(stay.executor) \(stay.executorTitle)",
        process: stay.process,
        thread: nil,
        at: time
      )
      line.add("cat", stay.executorTitle)
      close(&line)
    }
  }

  func writeCounter(_ name: String, of process: Int, value: Int64, at time: Int64) {
    var line = writer.open("C", name, process: process, thread: nil, at: time)
    line.open("{", key: "args")
    line.add("value", value)
    line.close("}")
    close(&line)
  }

  private func open(
    _ phase: String,
    _ name: String,
    of task: ShownTask,
    at time: Int64,
    thread: Int? = nil
  ) -> JSONLine {
    var line = writer.open(
      phase,
      name,
      id: "task \(task.id)",
      process: task.process,
      thread: thread,
      at: time
    )
    line.add("cat", "task")
    return line
  }

  private func close(_ line: inout JSONLine) {
    line.close("}")
    writer.write(line)
  }
}
