import SaybusMessages

/// An estimate of the time that events take to play, before they are rendered.
enum PlayTime {
    /// Characters of speech a second at the usual rate.
    private static let charactersPerSecond = 15.0
    /// The usual rate, in words a minute.
    private static let usualRate = 175.0
    /// The length that a sound file is taken to have, in seconds: the files of sound effects are short.
    private static let file = 5.0

    /// The length that a looping sound is taken to have, in seconds: more than any sequence behind it may wait.
    private static let loop = 3600.0

    /// Returns the estimated length of events in seconds.
    static func seconds(of events: [AudioEvent]) -> Double { events.reduce(0) { $0 + seconds(of: $1) } }

    /// Returns the estimated length of the speech in events in seconds.
    static func secondsOfSpeech(in events: [AudioEvent]) -> Double {
        events.reduce(0) { sum, event in
            switch event {
            case .speech(let speech): sum + seconds(of: speech)
            case .composite(let events): sum + secondsOfSpeech(in: events)
            case .tone, .silence, .file: sum
            }
        }
    }

    private static func seconds(of speech: AudioEvent.Speech) -> Double {
        let rates = SpeechLimits.rates
        let rate = speech.rate.map { Double(min(max($0, rates.lowerBound), rates.upperBound)) } ?? usualRate
        return Double(speech.text.utf8.count) / charactersPerSecond * usualRate / rate
    }

    private static func seconds(of event: AudioEvent) -> Double {
        switch event {
        case .speech(let speech): return seconds(of: speech)
        case .tone(let tone): return Double(max(0, tone.durationMs)) / 1000
        case .silence(let durationMs): return Double(max(0, durationMs)) / 1000
        case .file(let sound): return sound.loops == true ? loop : file
        case .composite(let events): return seconds(of: events)
        }
    }
}
