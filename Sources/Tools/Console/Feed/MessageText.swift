import SaybusMessages
import SaybusTap

/// The JSON text of a message of the bus: the same as a line of `saybus-tap --json`.
enum MessageText {
    /// Larger bodies, as of sound, are passed on as their size only.
    private static let format = JSONFormat(withAudio: false, maximumBodyBytes: 65_536)

    static func json(_ message: RawMessage) -> String { format.text(message) }
}
