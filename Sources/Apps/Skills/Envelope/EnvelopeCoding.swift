import Foundation

/// A JSON message between a skill and its host.
public protocol SkillEnvelope: Codable, Sendable, Equatable {}

extension SkillEnvelope {
    /// Decodes JSON. Unknown members are ignored.
    ///
    /// - Throws: ``SkillError`` with ``SkillError/Code/badEnvelope``, which names the problem and its place.
    public init(parsing json: some Sequence<UInt8>) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch let error as DecodingError {
            throw SkillError(.badEnvelope, "\(Self.self): \(error.sentence)", cause: error)
        }
    }

    /// Returns the JSON with sorted keys.
    ///
    /// - Parameter indented: Whether to indent the JSON for human readers.
    public func json(indented: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if indented { encoder.outputFormatting.insert(.prettyPrinted) }
        do {
            return Array(try encoder.encode(self))
        } catch let error as EncodingError {
            // Encoding fails only for numbers that JSON lacks: infinity and NaN.
            throw SkillError(.badEnvelope, "\(Self.self) cannot be written as JSON: \(error)", cause: error)
        }
    }
}

extension DecodingError {
    /// The problem and its place in one line.
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, let context):
            "\(Self.path(context.codingPath)) lacks \(key.stringValue)"
        case .valueNotFound(_, let context):
            "\(Self.path(context.codingPath)) is null"
        case .typeMismatch(let type, let context):
            "\(Self.path(context.codingPath)) is no \(type)"
        case .dataCorrupted(let context):
            "\(Self.path(context.codingPath)): \(context.debugDescription)"
        @unknown default:
            "\(self)"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the JSON" }
        return keys.reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
    }
}
