/// How frames are rounded to the pixels of a display.
public enum FrameRounding: Hashable, Sendable, CaseIterable {
  /// Origin and size each by itself, half away from zero, as the original does. Two views that touch
  /// may be a pixel apart afterwards.
  case components

  /// The edges, as distances from the container's origin; the sizes follow. Edges that touch still do.
  case edges

  /// Not at all.
  case none
}
