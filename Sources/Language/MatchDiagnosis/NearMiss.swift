/// A pattern that nearly covers a text: its words beside those of the text, and the reasons why it did not match.
public struct NearMiss: Sendable, Equatable, Codable {
    /// A stretch of the pattern or of the text.
    public struct Part: Sendable, Equatable, Codable {
        /// The relation of the words said to those of the pattern.
        public enum Kind: String, Sendable, Codable {
            /// Said as the pattern has it.
            case matched
            /// In the pattern, and not said.
            case missing
            /// Said, and not in the pattern.
            case extra
            /// Said in the place of another word of the pattern.
            case replaced
            /// A value of the parameter.
            case value
            /// Said in the place of a parameter, and no value of its type.
            case wrongValue
            /// A parameter without a value.
            case missingValue
        }

        /// The relation.
        public let kind: Kind
        /// The words that were said; nil for missing ones.
        public let said: String?
        /// The pattern's word, or the parameter as `{name}`; nil for words that are not in the pattern.
        public let wanted: String?
    }

    /// The name of the app that owns the command.
    public let app: String
    /// The command's type.
    public let type: String
    /// The pattern as written.
    public let pattern: String
    /// The words in order.
    public let parts: [Part]
    /// The weight of the differences: about 1 for each word that is missing, too many or wrong.
    public let distance: Double
    /// The reasons why the pattern did not match, as a sentence.
    public let reason: String
}
