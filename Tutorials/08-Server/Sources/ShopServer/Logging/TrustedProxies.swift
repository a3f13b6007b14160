/// The proxies in front of the shop, which say on whose behalf they ask.
///
/// Anyone may send `X-Forwarded-For`. It counts only as far as trusted proxies have written it.
package struct TrustedProxies: Sendable, Equatable {
  private let networks: [IPNetwork]

  package init(_ networks: [IPNetwork] = []) {
    self.networks = networks
  }

  /// Returns true for the address of a proxy.
  func contain(_ address: String) -> Bool {
    guard let address = IPAddress(address) else { return false }
    return networks.contains { $0.contains(address) }
  }

  /// The address that a request comes from.
  ///
  /// - Parameters:
  ///   - peer: the other end of the connection.
  ///   - forwarded: the values of `X-Forwarded-For`: the visitor's, and those of the proxies after it.
  package func client(peer: String, forwarded: [String]) -> String {
    var client = peer
    let hops = forwarded.flatMap { $0.split(separator: ",") }.map { hop in
      String(hop.drop { $0 == " " }.prefix { $0 != " " })
    }
    // Each proxy adds the one that has asked it; what an untrusted one says may be invented.
    for hop in hops.reversed() {
      guard contain(client), IPAddress(hop) != nil else { break }
      client = hop
    }
    return client
  }
}
