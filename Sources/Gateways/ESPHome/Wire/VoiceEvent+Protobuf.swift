import SaybusVoiceSatellite

/// The events of Home Assistant as messages of ESPHome's native API.
extension VoiceEvent {
    /// Reads a `VoiceAssistantEventResponse`.
    init(_ fields: ProtobufFields) throws(ESPHomeError) {
        var data: [String: String] = [:]
        for item in fields.contents(2).prefix(64) {
            let entry = try ProtobufFields(item)
            data[entry.text(1)] = entry.text(2)
        }
        self.init(Kind(rawValue: fields.number(1)), data)
    }
}

extension TimerEvent {
    /// Reads a `VoiceAssistantTimerEventResponse`.
    init(_ fields: ProtobufFields) {
        self.init(
            Kind(rawValue: fields.number(1)), id: fields.text(2), name: fields.text(3), seconds: fields.number(4),
            secondsLeft: fields.number(5))
    }
}

extension Announcement {
    /// Reads a `VoiceAssistantAnnounceRequest`.
    init(_ fields: ProtobufFields) {
        self.init(
            url: fields.text(1), text: fields.text(2), chimeURL: fields.text(3), startsConversation: fields.flag(4))
    }
}

extension DeviceMessage {
    /// Creates the protocol's form of a message of the satellite to Home Assistant.
    init(_ message: SatelliteMessage) {
        self =
            switch message {
            case .pipeline(let start, let conversation, let wakeWord):
                .pipeline(start: start, conversation: conversation, wakeWord: wakeWord)
            case .sound(let bytes, let isEnd): .sound(bytes, isEnd: isEnd)
            case .played(let isPlayed): .played(isPlayed)
            }
    }
}
