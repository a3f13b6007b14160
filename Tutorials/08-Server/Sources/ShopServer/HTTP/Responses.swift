import Hummingbird

extension Request {
  /// True for a script, which shows an answer itself; a form leads to a page.
  var wantsJSON: Bool { headers[.accept] == "application/json" }

  /// A field of the form that the request brings.
  mutating func value(of name: String, _ context: some RequestContext) async throws -> String {
    let form = try await URLEncodedFormDecoder().decode([String: String].self, from: self, context: context)
    guard let value = form[name] else {
      throw HTTPError(.badRequest, message: "The form has no field “\(name)”.")
    }
    return value
  }
}

extension Response {
  static func file(_ text: String, type: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: "\(type); charset=utf-8", .xContentTypeOptions: "nosniff"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }

  /// Server-sent events, one of each element, until the elements or the connection end.
  ///
  /// - Parameters:
  ///   - request: what it answers; it has no body.
  ///   - elements: what is sent.
  ///   - end: ends the elements, when the browser has closed the connection.
  ///   - text: the event as it goes over the wire.
  static func events<Elements: AsyncSequence & Sendable>(
    of request: Request,
    _ elements: Elements,
    end: @escaping @Sendable () -> Void,
    _ text: @escaping @Sendable (Elements.Element) -> String
  ) -> Response where Elements.Element: Sendable {
    Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        var writer = writer
        defer { end() }
        try await request.body.consumeWithInboundCloseHandler { _ in
          for try await element in elements { try await writer.write(ByteBuffer(string: text(element))) }
          try await writer.finish(nil)
        } onInboundClosed: {
          end()
        }
      }
    )
  }
}
