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
}
