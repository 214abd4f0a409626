import SaybusPhrases

/// The types whose values have a notation for programs, and are spoken in words.
enum TimeForms {
    /// Returns the kind of a type; nil when it is no length, time or day.
    static func kind(ofType type: String) -> TimeParser.Kind? {
        switch App.standardTypes[type] ?? type {
        case "AMAZON.DURATION": .duration
        case "AMAZON.TIME": .time
        case "AMAZON.DATE": .date
        default: nil
        }
    }

    /// Returns digits and letters as they are spoken, one by one: a telephone number is no number of millions; nil for
    /// values of other types, and for words.
    static func spelled(_ text: String, ofType type: String) -> String? {
        let types = ["digits", "AMAZON.PhoneNumber", "AMAZON.AlphaNumeric"]
        guard types.contains(App.standardTypes[type] ?? type), text.count > 1,
            text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" })
        else { return nil }
        // A small "a" would be read as the article.
        return text.uppercased().map { String($0) }.joined(separator: " ")
    }
}
