import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Describes a failed connection in plain words; Foundation's texts differ between platforms.
enum ConnectionTrouble {
  static func reason(_ error: any Error) -> String {
    guard let code = (error as? URLError)?.code else { return error.localizedDescription }
    return switch code {
    case .cannotConnectToHost: "no server accepts connections there"
    case .cannotFindHost, .dnsLookupFailed: "no server of that name is known"
    case .badURL, .unsupportedURL: "no server can have such an address"
    case .timedOut: "the server did not answer in time"
    case .notConnectedToInternet: "there is no connection to the network"
    case .networkConnectionLost: "the connection broke off"
    case .badServerResponse, .cannotParseResponse: "the answer was not proper HTTP"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "the server could not prove who it is"
    default: "the transfer failed (\(URLError.errorDomain) \(code.rawValue))"
    }
  }
}
