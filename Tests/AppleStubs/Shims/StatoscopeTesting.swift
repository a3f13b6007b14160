// What Apple's XCTest has beyond that of Linux, as far as the library uses it; see Statoscope.swift beside.

import SwiftUI
import XCTest

package struct XCTIssue {
  let compactDescription: String
}

final class XCTAttachment {
  enum Lifetime { case keepAlways }

  var lifetime = Lifetime.keepAlways
  var name: String?

  init(image: NSImage) {}
  init(image: UIImage) {}
}

extension XCTestCase {
  func add(_ attachment: XCTAttachment) {}
}
