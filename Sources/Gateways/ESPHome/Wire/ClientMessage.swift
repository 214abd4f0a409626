import SaybusVoiceSatellite

/// A message of a client such as Home Assistant, after `api.proto` of aioesphomeapi 46.23.
enum ClientMessage: Sendable, Equatable {
    /// The beginning of a connection, with the client's name.
    case hello(String)
    /// A password, which older clients send. It is accepted, since the encryption key is what protects the API.
    case authentication
    /// The client wants to disconnect.
    case disconnect
    /// A ping, which is answered.
    case ping
    /// A question about the device.
    case deviceInfo
    /// A question about the device's entities.
    case entities
    /// The client wants the device's voice, or no longer; the flag says whether it takes sound on this connection.
    case subscribeVoice(Bool, takesSound: Bool)
    /// The client has taken the pipeline, or failed to.
    case pipelineTaken(hasFailed: Bool)
    /// An event of the pipeline.
    case event(VoiceEvent)
    /// An event of a timer.
    case timer(TimerEvent)
    /// Something to tell the user.
    case announce(Announcement)
    /// A question about the wake words.
    case configuration
    /// A message that needs no answer, of this number.
    case other(Int)

    /// Reads a message.
    /// - Throws: ``ESPHomeError`` with code `garbage`.
    init(type: Int, _ payload: [UInt8]) throws(ESPHomeError) {
        let fields = try ProtobufFields(payload)
        self =
            switch type {
            case 1: .hello(fields.text(1))
            case 3: .authentication
            case 5: .disconnect
            case 7: .ping
            case 9: .deviceInfo
            case 11: .entities
            // `api.proto` has 1 for sound on this connection, Home Assistant's library sends 4.
            case 89: .subscribeVoice(fields.flag(1), takesSound: fields.number(2) & 5 != 0)
            case 91: .pipelineTaken(hasFailed: fields.flag(2))
            case 92: .event(try VoiceEvent(fields))
            case 115: .timer(TimerEvent(fields))
            case 119: .announce(Announcement(fields))
            case 121: .configuration
            default: .other(type)
            }
    }
}
