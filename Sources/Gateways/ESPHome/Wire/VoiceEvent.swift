/// An event of Home Assistant's pipeline: `VoiceAssistantEventResponse`.
struct VoiceEvent: Sendable, Equatable {
    /// The kinds of events, by the numbers of the protocol.
    enum Kind: Int, Sendable {
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

    init(_ kind: Kind?, _ data: [String: String] = [:]) { (self.kind, self.data) = (kind, data) }

    init(_ fields: ProtobufFields) throws(ESPHomeError) {
        var data: [String: String] = [:]
        for item in fields.contents(2).prefix(64) {
            let entry = try ProtobufFields(item)
            data[entry.text(1)] = entry.text(2)
        }
        self.init(Kind(rawValue: fields.number(1)), data)
    }
}

/// An event of one of Home Assistant's timers: `VoiceAssistantTimerEventResponse`.
struct TimerEvent: Sendable, Equatable {
    /// The kinds of events, by the numbers of the protocol.
    enum Kind: Int, Sendable {
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

    init(_ kind: Kind?, id: String, name: String = "", seconds: Int = 0, secondsLeft: Int = 0) {
        (self.kind, self.id, self.name) = (kind, id, name)
        (self.seconds, self.secondsLeft) = (seconds, secondsLeft)
    }

    init(_ fields: ProtobufFields) {
        self.init(
            Kind(rawValue: fields.number(1)), id: fields.text(2), name: fields.text(3), seconds: fields.number(4),
            secondsLeft: fields.number(5))
    }
}

/// A text or a sound for the user that nobody asked for: `VoiceAssistantAnnounceRequest`.
struct Announcement: Sendable, Equatable {
    /// The address of the sound; empty when there is none.
    var url = ""
    /// The words; empty for a sound without any.
    var text = ""
    /// The address of a sound to play before; empty when there is none.
    var chimeURL = ""
    /// Whether the user's answer is awaited afterwards.
    var startsConversation = false

    init(url: String = "", text: String = "", chimeURL: String = "", startsConversation: Bool = false) {
        (self.url, self.text, self.chimeURL) = (url, text, chimeURL)
        self.startsConversation = startsConversation
    }

    init(_ fields: ProtobufFields) {
        self.init(
            url: fields.text(1), text: fields.text(2), chimeURL: fields.text(3), startsConversation: fields.flag(4))
    }
}
