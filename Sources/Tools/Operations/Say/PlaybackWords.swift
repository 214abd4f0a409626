import SaybusMessages
import SaybusTerminal

/// The state of a playback in words.
enum PlaybackWords {
    static func text(_ playback: AudioPlayback) -> String {
        var text = playback.state.rawValue
        if playback.isOver, let position = playback.positionMs { text += " after \(position) ms of sound" }
        if let reason = playback.reason { text += ": \(LineSplitter.printable(reason))" }
        return text
    }
}
