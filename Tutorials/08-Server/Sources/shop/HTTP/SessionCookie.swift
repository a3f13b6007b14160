import Hummingbird

/// The cookie by which a visitor's browser names the session.
struct SessionCookie: Sendable {
  let seal: SessionSeal
  let isBehindTLS: Bool

  /// Each look at the page gives it again.
  private static let days = 30

  /// With this prefix, browsers accept it only by HTTPS and from this host: no neighbour can set another one.
  private var name: String { isBehindTLS ? "__Host-session" : "session" }

  /// The visitor's session; nil for a request without one that the shop has made.
  func session(of request: Request) -> SessionID? {
    let values = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0] == name ? parts[1] : nil
    }
    // A neighbour on another port may have added one.
    return values.lazy.compactMap { seal.session(in: $0) }.first
  }

  /// Gives a visitor the cookie.
  func give(_ session: SessionID, with response: inout Response) {
    response.setCookie(cookie(seal.sealed(session), maxAge: SessionCookie.days * 24 * 60 * 60))
  }

  /// Takes it back.
  func clear(with response: inout Response) {
    response.setCookie(cookie("", maxAge: 0))
  }

  private func cookie(_ value: String, maxAge: Int) -> Cookie {
    Cookie(
      name: name,
      value: value,
      maxAge: maxAge,
      path: "/",
      secure: isBehindTLS,
      httpOnly: true,
      sameSite: .lax
    )
  }
}
