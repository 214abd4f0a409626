/// A message of a satellite for Home Assistant.
package enum SatelliteMessage: Sendable, Equatable {
    /// A pipeline is to begin, or to be given up.
    case pipeline(start: Bool, conversation: String, wakeWord: String)
    /// Sound of the microphone: 16-bit little-endian mono PCM of 16 kHz; the last of a pipeline is empty.
    case sound([UInt8], isEnd: Bool)
    /// An announcement, or the answer of a pipeline, was played.
    case played(Bool)
}

/// A message of Home Assistant for a satellite.
package enum SatelliteInput: Sendable {
    /// The pipeline was taken, or could not be.
    case taken(hasFailed: Bool)
    /// An event of the pipeline.
    case event(VoiceEvent)
    /// An event of a timer.
    case timer(TimerEvent)
    /// Something to tell the user.
    case announce(Announcement)

    /// The file of its sound in the audio stage's folder; empty when there is none.
    var file: String {
        switch self {
        case .event(let event): event.file
        case .announce(let announcement): announcement.file
        case .taken, .timer: ""
        }
    }
}

/// A connection to Home Assistant.
package protocol SatellitePeer: AnyObject, Sendable {
    /// Sends a message, after those that wait.
    func tell(_ message: SatelliteMessage)
}
