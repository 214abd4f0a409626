/// An event of Home Assistant's pipeline.
package struct VoiceEvent: Sendable, Equatable {
    /// The kinds of events, by the numbers of ESPHome's native API.
    package enum Kind: Int, Sendable {
        case error = 0
        case runStart, runEnd, sttStart, sttEnd, intentStart, intentEnd, ttsStart, ttsEnd, wakeWordStart, wakeWordEnd
        case sttVoiceStart, sttVoiceEnd
        case ttsStreamStart = 98
        case ttsStreamEnd
        case intentProgress
    }

    /// The kind; nil for one of a newer version.
    let kind: Kind?
    /// The data, by name: `text`, `url`, `conversation_id`, `continue_conversation`, `code`, `message`.
    let data: [String: String]
    /// The file of the answer's sound in the audio stage's folder; empty when there is none. It is removed after the
    /// playback, so it is no part of the data, which Home Assistant chooses.
    let file: String

    /// Creates an event.
    package init(_ kind: Kind?, _ data: [String: String] = [:], file: String = "") {
        (self.kind, self.data, self.file) = (kind, data, file)
    }
}

/// An event of one of Home Assistant's timers.
package struct TimerEvent: Sendable, Equatable {
    /// The kinds of events, by the numbers of ESPHome's native API.
    package enum Kind: Int, Sendable {
        case started, updated, cancelled, finished
    }

    /// The kind; nil for one of a newer version.
    let kind: Kind?
    /// The timer's id.
    let id: String
    /// The timer's name; empty when it has none.
    let name: String
    /// The seconds for which it was set, and those that are left.
    let seconds, secondsLeft: Int

    /// Creates an event.
    package init(_ kind: Kind?, id: String, name: String = "", seconds: Int = 0, secondsLeft: Int = 0) {
        (self.kind, self.id, self.name) = (kind, id, name)
        (self.seconds, self.secondsLeft) = (seconds, secondsLeft)
    }

    /// Returns the event with its own name, else with that of an earlier event of the timer: Wyoming tells a timer's
    /// name only when it starts.
    func named(as earlier: TimerEvent?) -> TimerEvent {
        guard name.isEmpty, let earlier else { return self }
        return TimerEvent(kind, id: id, name: earlier.name, seconds: seconds, secondsLeft: secondsLeft)
    }
}

/// An unsolicited text or sound for the user.
package struct Announcement: Sendable, Equatable {
    /// The address of the sound; empty when there is none.
    var url = ""
    /// The sound's file in the audio stage's folder; empty when it is not there yet.
    var file = ""
    /// The words; empty for a sound without any.
    var text = ""
    /// The address of a sound to play before; empty when there is none.
    var chimeURL = ""
    /// Whether the user's answer is awaited afterwards.
    var startsConversation = false

    /// Creates an announcement.
    package init(
        url: String = "", file: String = "", text: String = "", chimeURL: String = "", startsConversation: Bool = false
    ) {
        (self.url, self.file, self.text, self.chimeURL) = (url, file, text, chimeURL)
        self.startsConversation = startsConversation
    }
}
