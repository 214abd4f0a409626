import SaybusPhrases

/// The types whose values have a notation for programs, and are spoken in words.
enum TimeForms {
    /// Returns the kind of a parameter in patterns; nil when it is no length, time or day.
    static func kind(of name: String, in patterns: [PhraseTemplate]) -> TimeParser.Kind? {
        for pattern in patterns {
            for parameter in pattern.parameters where parameter.name == name {
                return kind(ofType: parameter.type)
            }
        }
        return nil
    }

    /// Returns the kind of a type.
    static func kind(ofType type: String) -> TimeParser.Kind? {
        switch App.standardTypes[type] ?? type {
        case "AMAZON.DURATION": .duration
        case "AMAZON.TIME": .time
        case "AMAZON.DATE": .date
        default: nil
        }
    }
}
