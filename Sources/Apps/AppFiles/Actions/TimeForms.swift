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

    /// Returns whether the values of a built-in type are digits or letters, which are spoken one by one.
    static func isSpelled(_ type: String) -> Bool {
        ["digits", "AMAZON.PhoneNumber", "AMAZON.AlphaNumeric"].contains(App.standardTypes[type] ?? type)
    }

    /// Returns digits and letters as they are spoken, one by one: a telephone number is no number of millions; nil for
    /// words.
    static func spelled(_ text: String) -> String? {
        guard text.count > 1,
            text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" })
        else { return nil }
        // A small "a" would be read as the article.
        return text.uppercased().map { String($0) }.joined(separator: " ")
    }
}
