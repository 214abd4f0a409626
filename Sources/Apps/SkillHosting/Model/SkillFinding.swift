/// A finding about an interaction model.
public struct SkillFinding: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Codable, CaseIterable {
        /// A part of the model has no effect, or not the intended one.
        case warning
        /// A part of the model is not used by Saybus, which may be intended.
        case unused
    }

    /// The severity.
    public var severity: Severity
    /// A description of the finding.
    public var sentence: String

    /// `warning: sentence`
    public var description: String { "\(severity.rawValue): \(sentence)" }
}
