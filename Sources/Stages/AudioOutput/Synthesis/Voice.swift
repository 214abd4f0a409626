/// A voice of an engine.
public struct Voice: Sendable, Equatable, Codable {
    /// The gender of a voice as stated by its maker.
    public enum Gender: String, Sendable, Codable, CaseIterable {
        /// A male voice.
        case male
        /// A female voice.
        case female
    }

    /// The voice's name.
    public var name: String
    /// The identifier, unique within the engine.
    public var identifier: String
    /// The BCP 47 tags of its languages, best first.
    public var languages: [String]
    /// The gender; nil when not stated.
    public var gender: Gender?

    /// Creates a voice.
    public init(name: String, identifier: String, languages: [String], gender: Gender? = nil) {
        (self.name, self.identifier, self.languages, self.gender) = (name, identifier, languages, gender)
    }
}
