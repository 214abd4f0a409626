import Foundation

/// What crosses the line between a skill and its host, as JSON.
public protocol SkillEnvelope: Codable, Sendable, Equatable {}

extension SkillEnvelope {
    /// Reads JSON; members that are not known are passed over.
    ///
    /// Throws ``SkillError`` with ``SkillError/Code/badEnvelope``, which says what is wrong and where.
    public init(parsing json: some Sequence<UInt8>) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch let error as DecodingError {
            throw SkillError(.badEnvelope, "\(Self.self): \(error.sentence)", cause: error)
        }
    }

    /// The JSON, with sorted keys.
    ///
    /// - Parameter indented: Whether it is for people: over several lines.
    public func json(indented: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if indented { encoder.outputFormatting.insert(.prettyPrinted) }
        do {
            return Array(try encoder.encode(self))
        } catch let error as EncodingError {
            // Only a number that JSON lacks: infinity, or none at all.
            throw SkillError(.badEnvelope, "\(Self.self) cannot be written as JSON: \(error)", cause: error)
        }
    }
}

extension DecodingError {
    /// What is wrong and where, in one line.
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
