import Foundation
import NativeViews

/// The resources that drawings share: the context of texts, decoded images, and the handler of mistakes.
final class PaintResources {
  let fonts: CairoFonts
  let texts: TextContext
  /// Receives a mistake, and the view it concerns.
  var report: (ViewDiagnosis, NativeView?) -> Void = { diagnosis, _ in diagnosis.printWarning() }

  /// Whether text layouts are kept for other views with the same text.
  var sharesTexts = false
  private var laidOut = LaidOutTexts()
  private var images: [BitmapImage: Result<Surface, CairoError>] = [:]
  private var imageBytes = 0
  /// Bytes of decoded images kept for later drawings; drawings on screen keep their own.
  private let imageLimit: Int

  init(fonts: CairoFonts, imageLimit: Int = 64 << 20) {
    (self.fonts, self.imageLimit) = (fonts, imageLimit)
    texts = fonts.makeContext()
  }

  /// Decodes an image, once; one that can't be decoded is reported once.
  func surface(of image: BitmapImage, shownBy owner: DrawingOwner) -> Surface? {
    if let known = images[image] { return try? known.get() }
    let result = Result { () throws(CairoError) in try Surface(decoding: image) }
    let bytes = image.data.count + ((try? result.get()).map { $0.width * $0.height * 4 } ?? 0)
    if imageBytes + bytes > imageLimit { (images, imageBytes) = ([:], 0) }
    images[image] = result
    imageBytes += bytes
    if case .failure(let error) = result {
      let problem =
        if case .undecodable(let reason) = error { "its image can't be decoded (\(reason))" } else {
          "its image can't be decoded (\(error))"
        }
      let remedy = "make the PNG file anew; the rest is shown"
      report(ViewDiagnosis(subject: "image", problem: problem, remedy: remedy), owner.view)
    }
    return try? result.get()
  }

  /// The layout of a text in an area; views share it, so nothing may change it.
  func sharedText(
    _ block: TextBlock,
    width: Double,
    height: Double,
    shownBy owner: DrawingOwner
  ) -> LaidOutText {
    if let known = laidOut.find(block, width: width, height: height) { return known }
    let text = LaidOutText(block, width: width, height: height, layout: TextLayout(in: texts))
    reportMissingFonts(of: block, in: text.layout, shownBy: owner)
    laidOut.insert(text, of: block, width: width, height: height)
    return text
  }

  /// Forgets the kept layouts.
  func forgetTexts() { laidOut = LaidOutTexts() }

  /// Reports families and characters of a text that are missing, each once.
  func reportMissingFonts(
    of block: TextBlock,
    in layout: TextLayout,
    shownBy owner: DrawingOwner
  ) {
    for diagnosis in fonts.lacks(of: block, in: layout, subject: block.subject) {
      report(diagnosis, owner.view)
    }
  }
}
