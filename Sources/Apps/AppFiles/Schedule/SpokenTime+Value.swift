import SaybusPhrases

extension SpokenTime {
    /// Returns a value in Alexa's notation as it is spoken; the value itself when it has no such form.
    func text(of value: String, _ kind: TimeParser.Kind) -> String {
        switch kind {
        case .duration: Self.seconds(of: value).map { exact($0.rounded()) } ?? value
        case .time: (try? ScheduleOrder.second(value)).flatMap { value.contains(":") ? time($0) : nil } ?? value
        case .date: (try? ScheduleOrder.day(value, today: 0)).map { value.contains("-") ? day($0) : value } ?? value
        }
    }
}
