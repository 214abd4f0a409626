import Foundation
import SaybusSupport

/// A JSON message between a skill and its host.
public protocol SkillEnvelope: Codable, Sendable, Equatable {
    /// The message's name in errors, such as "skill's answer".
    static var noun: String { get }
}

extension SkillEnvelope {
    /// Decodes JSON. Unknown members are ignored.
    ///
    /// - Throws: ``SkillError`` with ``SkillError/Code/badEnvelope``, which names the problem and its place.
    public init(parsing json: some Sequence<UInt8>) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch let error as DecodingError {
            throw SkillError(.badEnvelope, "the \(Self.noun) cannot be read: \(error.plainReason)", cause: error)
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
            throw SkillError(
                .badEnvelope, "the \(Self.noun) cannot be written as JSON: it holds a number that is infinite, or none",
                cause: error)
        }
    }
}
