/// Decodes `&name;` and `&#number;`.
///
/// Feeds use HTML's names without declaring them, and numbers that mean windows-1252 where Unicode has
/// controls.
enum CharacterReference {
  /// Returns the text for a reference without its ampersand and semicolon; `nil` for an unknown name.
  static func scalar(for body: String) -> Unicode.Scalar? {
    body.hasPrefix("#") ? numbered(body.dropFirst()) : named[body]
  }

  private static func numbered(_ digits: Substring) -> Unicode.Scalar? {
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let parsed = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let value = parsed else { return nil }
    if (0x80...0x9F).contains(value) { return Windows1252.scalar(for: UInt8(value)) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static let named: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = others
    for (start, names) in runs {
      for (offset, name) in names.split(separator: " ").enumerated() where name != "-" {
        table[String(name)] = Unicode.Scalar(start + UInt32(offset))
      }
    }
    return table
  }()

  /// Names in the order of Unicode: Latin-1 from U+00A0 and Greek from U+0391.
  private static let runs: [(UInt32, String)] = [
    (
      0xA0,
      """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
      sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc \
      Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve \
      Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute \
      acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde \
      ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
      """
    ),
    (
      0x391,
      """
      Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau \
      Upsilon Phi Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa \
      lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega
      """
    ),
  ]

  private static let others: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
    "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ensp": "\u{2002}",
    "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
    "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″",
    "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→",
    "darr": "↓", "harr": "↔", "minus": "−", "radic": "√", "infin": "∞", "asymp": "≈", "ne": "≠", "le": "≤",
    "ge": "≥", "sum": "∑", "loz": "◊", "spades": "♠", "clubs": "♣", "hearts": "♥", "diams": "♦",
  ]
}
