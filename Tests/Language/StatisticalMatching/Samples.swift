import SaybusStatisticalMatching

/// Samples of a small household, with slots as `[value](slot)` in the texts.
enum Samples {
    static let household: [Sample] =
        make(
            "Play",
            [
                "play [jazz](genre)", "put on some [rock](genre)", "i want to hear [soul](genre) music",
                "play a song by [kim](artist)",
                "play [jazz](genre) by [otis](artist)", "start [blues](genre)", "let me listen to [nina](artist)",
                "some [soul](genre) please",
            ])
        + make(
            "Light",
            [
                "turn on the light in the [kitchen](room)", "lights off in the [hall](room)",
                "switch the [bath](room) lamp on",
                "make it dark in the [hall](room)", "light the [kitchen](room)", "turn off the lamp", "lamp off",
                "brighter in the [bath](room) please",
            ])
        + make(
            "Timer",
            [
                "set a timer for [ten](minutes) minutes", "wake me in [five](minutes) minutes",
                "timer [twenty](minutes) minutes",
                "start a [two](minutes) minute timer", "remind me in [thirty](minutes) minutes",
                "count down from [ten](minutes) minutes",
            ])
        + make(
            nil,
            [
                "the dog has been barking all night", "she bought a new coat", "who won the election", "my knee hurts",
                "we were late again", "he never answers", "what a strange film", "they moved to another city",
                "the bread was stale",
                "nobody told me about it", "it was a long journey", "the neighbours are noisy",
            ])

    /// Returns samples of an intent.
    static func make(_ intent: String?, _ texts: [String]) -> [Sample] { texts.map { make(intent, $0) } }

    /// Returns a sample from a text with slots as `[value](slot)`.
    static func make(_ intent: String?, _ marked: String) -> Sample {
        var text = String.UnicodeScalarView()
        var slots: [Sample.Slot] = []
        var (start, name) = (0, "")
        var isName = false
        for scalar in marked.unicodeScalars {
            switch scalar {
            case "[": start = text.count
            case "]": name = ""
            case "(": isName = true
            case ")":
                slots.append(Sample.Slot(name: name, range: start..<text.count))
                isName = false
            default: if isName { name.unicodeScalars.append(scalar) } else { text.append(scalar) }
            }
        }
        return Sample(text: String(text), intent: intent, slots: slots)
    }
}
