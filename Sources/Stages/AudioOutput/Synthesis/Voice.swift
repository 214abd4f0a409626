/// A voice that an engine can speak with.
public struct Voice: Sendable, Equatable, Codable {
    /// A voice's gender, as its maker gives it.
    public enum Gender: String, Sendable, Codable, CaseIterable {
        /// A man's voice.
        case male
        /// A woman's voice.
        case female
    }

    /// Its name.
    public var name: String
    /// The name that no other voice of the engine has.
    public var identifier: String
    /// BCP 47 tags of the languages it speaks, the best first.
    public var languages: [String]
    /// Its gender; nil when not given.
    public var gender: Gender?

    /// A voice.
    public init(name: String, identifier: String, languages: [String], gender: Gender? = nil) {
        (self.name, self.identifier, self.languages, self.gender) = (name, identifier, languages, gender)
    }
}
