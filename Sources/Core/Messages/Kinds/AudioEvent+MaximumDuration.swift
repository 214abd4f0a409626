extension AudioEvent {
    /// The time that a sound takes, at most, that begins again at its end, or a single tone or silence: a day.
    private static let maximumLoopDuration = Duration.seconds(86_400)
    /// The time that a sound file takes, at most: ten minutes, and a minute to fetch it.
    private static let maximumFileDuration = Duration.seconds(660)
    /// The characters of speech a second, at least. The usual rate is three times as high.
    private static let slowestSpeech = 5.0

    /// The time that the event takes to play, at most. A program that waits longer for a report has missed it.
    package var maximumDuration: Duration {
        switch self {
        case .speech(let speech): .seconds(Double(speech.text.utf8.count) / Self.slowestSpeech)
        case .tone(let tone): Self.time(tone.durationMs)
        case .silence(let durationMs): Self.time(durationMs)
        case .file(let file): file.loops == true ? Self.maximumLoopDuration : Self.maximumFileDuration
        case .composite(let events): events.maximumDuration
        }
    }

    private static func time(_ milliseconds: Int) -> Duration {
        min(maximumLoopDuration, .milliseconds(max(0, milliseconds)))
    }
}

extension [AudioEvent] {
    /// The time that the events take to play one after the other, at most.
    package var maximumDuration: Duration { reduce(Duration.zero) { $0 + $1.maximumDuration } }
}
