/// A message of the device, after `api.proto` of aioesphomeapi 46.23.
enum DeviceMessage: Sendable, Equatable {
    /// The version of the API, and the device's name.
    case hello(name: String)
    /// The password was right.
    case authenticated
    /// The device disconnects, since the client wants it.
    case disconnected
    /// A ping, which the client answers.
    case ping
    /// The peer is here.
    case pong
    /// The description of the device.
    case deviceInfo(DeviceDescription)
    /// The end of the list of entities, which is empty.
    case entitiesDone
    /// A pipeline is to begin, or to be given up.
    case pipeline(start: Bool, conversation: String, wakeWord: String)
    /// Sound of the microphone: 16-bit little-endian mono PCM of 16 kHz; the last of a pipeline is empty.
    case sound([UInt8], isEnd: Bool)
    /// An announcement, or the answer of a pipeline, was played.
    case played(Bool)
    /// The wake words: the listener has its own.
    case configuration

    /// The API's version: the one whose messages this module knows.
    static let version = (major: 1, minor: 10)

    /// The message's number and its bytes.
    var encoded: (type: Int, payload: [UInt8]) {
        var fields = ProtobufWriter()
        let type: Int
        switch self {
        case .hello(let name):
            type = 2
            fields.write(1, Self.version.major)
            fields.write(2, Self.version.minor)
            fields.write(3, "\(name) (saybus-esphome)")
            fields.write(4, name)
        case .authenticated: type = 4
        case .disconnected: type = 6
        case .ping: type = 7
        case .pong: type = 8
        case .deviceInfo(let device):
            type = 10
            device.write(to: &fields)
        case .entitiesDone: type = 19
        case .pipeline(let start, let conversation, let wakeWord):
            type = 90
            fields.write(1, start)
            fields.write(2, conversation)
            fields.write(5, wakeWord)
        case .sound(let bytes, let isEnd):
            type = 106
            fields.write(1, bytes)
            fields.write(2, isEnd)
        case .played(let isPlayed):
            type = 120
            fields.write(1, isPlayed)
        case .configuration: type = 122
        }
        return (type, fields.bytes)
    }
}
