/// Something in an interaction model that a skill's author should know.
public struct SkillFinding: Sendable, Equatable, Codable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Codable, CaseIterable {
        /// What is written has no effect, or another than its author wants.
        case warning
        /// What is read but has no use here, which may be as it should.
        case unused
    }

    /// How bad it is.
    public var severity: Severity
    /// What is the matter, in a sentence.
    public var sentence: String

    /// `warning: sentence`
    public var description: String { "\(severity.rawValue): \(sentence)" }
}
