#if canImport(SwiftUI)
  import Statoscope
  import SwiftUI
  import XCTest

  extension FlowSteps {
    /// Attaches a picture of the scope's view to a test after each event of the plan and of its forks.
    ///
    /// ```swift
    /// .configureViewSnapshot(self) { sut in CounterView(counter: sut) }
    /// ```
    /// The view is drawn on its own, so `onAppear` is not called. Such a plan runs on the main actor.
    /// - Parameters:
    ///   - test: the test case, which stores the pictures with its result.
    ///   - view: creates the view of the scope.
    @discardableResult
    public func configureViewSnapshot<Content: View>(
      _ test: XCTestCase,
      _ view: @escaping (_ sut: Subject) -> Content
    ) throws -> Self {
      drawing { subject, name in
        // Sound: everything stays on the main actor, which `assumeIsolated` verifies.
        nonisolated(unsafe) let (test, view, subject) = (test, view, subject)
        MainActor.assumeIsolated {
          let renderer = ImageRenderer(content: unsafe view(subject))
          #if canImport(UIKit)
            let image = renderer.uiImage
          #else
            let image = renderer.nsImage
          #endif
          guard let image else { return }
          let attachment = XCTAttachment(image: image)
          attachment.lifetime = .keepAlways
          attachment.name = name
          unsafe test.add(attachment)
        }
      }
    }

    /// Attaches one more picture of the view given to ``configureViewSnapshot(_:_:)``, for the current state
    /// of the scope.
    @discardableResult
    public func takeSnapshot(
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) throws -> Self {
      let location = CallLocation(fileID, filePath, line, column)
      return drawn(at: location)
    }
  }
#endif
