/// A fault of a microphone that can be heard in its sound.
public enum MicrophoneFault: String, Sendable, CaseIterable {
    /// Nothing but digital silence: it is muted, or another input is meant.
    case silent
    /// So soft that speech is not understood.
    case tooSoft = "too-soft"
    /// So loud that samples reach full scale again and again.
    case clipping
    /// A steady hum of the mains, louder than the room.
    case humming

    /// Returns a sentence that says what is wrong and what to do.
    /// - Parameter isInBrowser: Whether the microphone is that of a page in a browser, which other settings govern.
    public func sentence(isInBrowser: Bool = false) -> String {
        isInBrowser ? browserSentence : deviceSentence
    }

    private var browserSentence: String {
        switch self {
        case .silent:
            "the browser's microphone gives nothing but silence: is it muted, or another one chosen in the browser's settings?"
        case .tooSoft:
            "the browser's microphone is far too soft: raise its level in the settings of its machine, or speak closer to it"
        case .clipping:
            "the browser's microphone is too loud, and its sound is clipped: lower its level in the settings of its machine"
        case .humming:
            "the browser's microphone hums: check its cable and its power supply, or choose another one in the browser's settings"
        }
    }

    private var deviceSentence: String {
        switch self {
        case .silent:
            "the microphone gives nothing but silence: is it muted? pactl set-source-mute @DEFAULT_SOURCE@ 0, or choose another one with saybus-listen --devices"
        case .tooSoft:
            "the microphone is far too soft: raise its level (pactl set-source-volume @DEFAULT_SOURCE@ 100%, or alsamixer), or speak closer to it"
        case .clipping:
            "the microphone is too loud, and its sound is clipped: lower its level (pactl set-source-volume @DEFAULT_SOURCE@ 50%, or alsamixer)"
        case .humming:
            "the microphone hums: check its cable and its power supply, or choose another one with saybus-listen --devices"
        }
    }
}
