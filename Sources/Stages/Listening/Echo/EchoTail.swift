import SaybusMessages
import SaybusSound

/// The reverberation of the assistant's own words in the room, and what of them is still in the buffers of the devices,
/// after their playback has ended. Pure.
///
/// A listener without echo cancellation is deaf while the assistant speaks. The answer to a question may be awaited at
/// once, and must not begin with the end of the question. Sound below a level that falls like that of a very
/// reverberant room counts as the assistant's. What is louder is the user's.
struct EchoTail: Sendable {
    /// The fall of the level, in decibels a second: a reverberation time of one second. Living rooms have 0.4 s.
    private static let fall = 60.0
    /// The time in which the level does not fall yet, because buffers hold the assistant's last words: 120 ms.
    private static let buffered = PCMFormat.speech.samples(.milliseconds(120))
    /// The fluctuation of the sound around the level, in decibels.
    private static let margin = 4.0

    private var level = Level.silence
    /// The samples since the end of the playback; nil while the assistant speaks.
    private var passed: Int?

    /// Takes a block while the assistant speaks.
    mutating func hear(_ samples: [Int16]) {
        level = max(Level.rms(samples), level - Self.fall * Self.seconds(samples))
        passed = nil
    }

    /// The origin of a block that was heard after the playback.
    enum Origin: Sendable, Equatable {
        /// The assistant's words, from the buffers of the devices.
        case words
        /// Their reverberation.
        case reverberation
        /// The room, or the user.
        case room
    }

    /// Judges a block after the playback.
    mutating func judge(_ samples: [Int16]) -> Origin {
        guard level > Level.silence else { return .room }
        let isBuffered = (passed ?? 0) < Self.buffered
        pass(samples)
        guard Level.rms(samples) < level + Self.margin else { return .room }
        return isBuffered ? .words : .reverberation
    }

    /// Takes a block after the playback that is not judged, such as one of an open turn.
    mutating func pass(_ samples: [Int16]) {
        guard level > Level.silence else { return }
        let before = passed ?? 0
        passed = before + samples.count
        if before >= Self.buffered { level = max(Level.silence, level - Self.fall * Self.seconds(samples)) }
    }

    private static func seconds(_ samples: [Int16]) -> Double { Double(samples.count) / Double(PCMFormat.speech.rate) }
}
