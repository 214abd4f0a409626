/// A voice of an engine.
public struct Voice: Sendable, Equatable, Codable {
    /// The gender of a voice as stated by its maker.
    public enum Gender: String, Sendable, Codable, CaseIterable {
        /// A male voice.
        case male
        /// A female voice.
        case female
    }

    /// A class of quality.
    enum Quality: String, Sendable, Codable, CaseIterable {
        /// Understood, and obviously a machine: joined diphones, formants.
        case low
        /// Clear: a statistical model.
        case medium
        /// Clear and natural: a neural network.
        case high
    }

    /// The name by which speech can ask for the voice.
    public var name: String
    /// The identifier, unique within the engine.
    public var identifier: String
    /// The BCP 47 tags of its languages, best first.
    public var languages: [String]
    /// The gender; nil when not stated.
    var gender: Gender?
    /// The engine's name; nil when not stated.
    public var engine: String?
    /// The class of quality; nil when not known.
    var quality: Quality?
    /// The licence, as an SPDX identifier or a few words; nil when not stated.
    var licence: String?
    /// The command that installs the voice; nil when it is installed.
    var install: String?

    /// Creates a voice.
    public init(name: String, identifier: String, languages: [String], gender: Gender? = nil) {
        (self.name, self.identifier, self.languages, self.gender) = (name, identifier, languages, gender)
    }

    /// Returns the form in which names and languages of voices are compared.
    static func folded(_ name: some StringProtocol) -> String { name.lowercased().replacing("_", with: "-") }
}
