/// The numbers of fields of pprof's messages.
///
/// Source: proto/profile.proto of github.com/google/pprof; names are as there.
enum Pprof {
  enum Profile: UInt64 {
    case sampleType = 1
    case sample, mapping, location, function, stringTable
    case timeNanos = 9
    case durationNanos, periodType, period, comment, defaultSampleType
  }

  enum ValueType: UInt64 {
    case type = 1
    case unit
  }

  enum Sample: UInt64 {
    case locationID = 1
    case value, label
  }

  enum Label: UInt64 {
    case key = 1
    case str, num
  }

  enum Mapping: UInt64 {
    case id = 1
    case filename = 5
    case buildID, hasFunctions, hasFilenames, hasLineNumbers, hasInlineFrames
  }

  enum Location: UInt64 {
    case id = 1
    case mappingID, address, line
  }

  enum Line: UInt64 {
    case functionID = 1
    case line
  }

  enum Function: UInt64 {
    case id = 1
    case name
    case filename = 4
  }
}
