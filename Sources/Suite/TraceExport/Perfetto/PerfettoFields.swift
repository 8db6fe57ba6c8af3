/// The numbers of fields of Perfetto's messages.
///
/// Source: protos/perfetto/trace of github.com/google/perfetto; names are as there.
enum Perfetto {
  enum Trace: UInt64 {
    case packet = 1
  }

  enum TracePacket: UInt64 {
    case clockSnapshot = 6
    case timestamp = 8
    case trustedPacketSequenceID = 10
    case trackEvent, internedData, sequenceFlags
    case profilePacket = 37
    case tracePacketDefaults = 59
    case trackDescriptor
    case perfSample = 66
  }

  enum ClockSnapshot: UInt64 {
    case clocks = 1
  }

  enum Clock: UInt64 {
    case clockID = 1
    case timestamp
  }

  /// The tables of names, and the tables that refer to them.
  enum InternedData: UInt64 {
    case eventNames = 2
    case functionNames = 5
    case frames, callstacks
    case buildIDs = 16
    case mappingPaths, sourcePaths, mappings
  }

  /// An entry of these tables: its number and its text.
  enum InternedString: UInt64 {
    case iid = 1
    case str
  }

  enum Frame: UInt64 {
    case iid = 1
    case functionNameID, mappingID, relativePC, sourcePathIID, lineNumber
  }

  enum Callstack: UInt64 {
    case iid = 1
    case frameIDs
  }

  enum Mapping: UInt64 {
    case iid = 1
    case buildID
    case pathStringIDs = 7
  }

  enum TrackDescriptor: UInt64 {
    case uuid = 1
    case name, process, thread, parentUUID
    case counter = 8
  }

  enum ProcessDescriptor: UInt64 {
    case pid = 1
    case processName = 6
  }

  enum ThreadDescriptor: UInt64 {
    case pid = 1
    case tid
    case threadName = 5
  }

  enum TrackEvent: UInt64 {
    case debugAnnotations = 4
    case type = 9
    case nameIID, trackUUID
    case categories = 22
    case name
    case counterValue = 30
    case doubleCounterValue = 44
    case flowIDs = 47
    case terminatingFlowIDs
    case callstackIID = 56
  }

  enum DebugAnnotation: UInt64 {
    case boolValue = 2
    case uintValue, intValue, doubleValue, stringValue
    case name = 10
  }

  enum TracePacketDefaults: UInt64 {
    case perfSampleDefaults = 12
  }

  enum PerfSampleDefaults: UInt64 {
    case timebase = 1
  }

  enum Timebase: UInt64 {
    case frequency = 2
    case counter = 4
  }

  enum PerfSample: UInt64 {
    case pid = 2
    case tid, callstackIID, cpuMode
  }

  enum ProfilePacket: UInt64 {
    case processDumps = 5
    case index = 7
  }

  enum ProcessHeapSamples: UInt64 {
    case pid = 1
    case samples, fromStartup
    case timestamp = 9
  }

  enum HeapSample: UInt64 {
    case callstackID = 1
    case selfAllocated, selfFreed
    case allocCount = 5
    case freeCount
  }
}
