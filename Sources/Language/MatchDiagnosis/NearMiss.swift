/// A pattern that nearly covers a text: its words beside those of the text, and the reasons why it did not match.
public struct NearMiss: Sendable, Equatable, Codable {
    /// A stretch of the pattern or of the text.
    struct Part: Sendable, Equatable, Codable {
        /// The relation of the words said to those of the pattern.
        enum Kind: String, Sendable, Codable {
            /// Words that were said as they stand in the pattern.
            case matched
            /// Words of the pattern that were not said.
            case missing
            /// Words that were said and are not in the pattern.
            case extra
            /// Words that were said in the place of other words of the pattern.
            case replaced
            /// A value of the parameter.
            case value
            /// Words that were said in the place of a parameter, and are no value of its type.
            case wrongValue
            /// A parameter without a value.
            case missingValue
        }

        /// The relation.
        let kind: Kind
        /// The words that were said; nil for missing ones.
        let said: String?
        /// The pattern's word, or the parameter as `{name}`; nil for words that are not in the pattern.
        let wanted: String?
    }

    /// The name of the app that owns the command.
    let app: String
    /// The command's type.
    let type: String
    /// The pattern as written.
    let pattern: String
    /// The words in order.
    let parts: [Part]
    /// The weight of the differences: about 1 for each word that is missing, too many or wrong.
    let distance: Double
    /// The reasons why the pattern did not match, as a sentence.
    let reason: String
}
