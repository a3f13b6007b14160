// Separate places and moments are encoded in full: there are no earlier moments to derive anything from.

import Statoscope

extension ScopeRecording.Place: Codable {
  private enum CodingKeys: String, CodingKey {
    case scope, depth, path
  }

  /// Decodes a place on its own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    scope = try container.decode(Int.self, forKey: .scope)
    depth = try container.decode(Int.self, forKey: .depth)
    location = try .path(container.decode(String.self, forKey: .path))
  }

  /// Encodes the place with its whole path.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(scope, forKey: .scope)
    try container.encode(depth, forKey: .depth)
    try container.encode(path, forKey: .path)
  }
}

extension ScopeRecording.Moment: Codable {
  private enum CodingKeys: String, CodingKey {
    case number, time, scope, type, path, event, source, cause, failure, change, fields, effects, tree
  }

  /// Decodes a moment on its own.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decode(Int.self, forKey: .number)
    time = try container.decode(Duration.self, forKey: .time)
    scope = try container.decode(Int.self, forKey: .scope)
    type = try container.decode(String.self, forKey: .type)
    location = try .path(container.decode(String.self, forKey: .path))
    event = try container.decodeIfPresent(String.self, forKey: .event)
    source = try container.decodeIfPresent(String.self, forKey: .source)
    cause = try container.decode(ScopeRecording.Cause.self, forKey: .cause)
    failure = try container.decodeIfPresent(String.self, forKey: .failure)
    change = try container.decode([String].self, forKey: .change)
    fields = try container.decode([ScopeRecording.FieldChange].self, forKey: .fields)
    effects = try container.decode([ScopeRecording.EffectChange].self, forKey: .effects)
    tree = try container.decodeIfPresent([ScopeRecording.Place].self, forKey: .tree)
  }

  /// Encodes the moment with its whole path and tree.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(time, forKey: .time)
    try container.encode(scope, forKey: .scope)
    try container.encode(type, forKey: .type)
    try container.encode(path, forKey: .path)
    try container.encodeIfPresent(event, forKey: .event)
    try container.encodeIfPresent(source, forKey: .source)
    try container.encode(cause, forKey: .cause)
    try container.encodeIfPresent(failure, forKey: .failure)
    try container.encode(change, forKey: .change)
    try container.encode(fields, forKey: .fields)
    try container.encode(effects, forKey: .effects)
    try container.encodeIfPresent(tree, forKey: .tree)
  }
}
