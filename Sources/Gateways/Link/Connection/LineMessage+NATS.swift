import CSaybusNATS
import Glibc
import SaybusMessages

extension LineMessage {
    /// The longest header, in bytes.
    static let maximumFieldBytes = 16_384

    /// Returns a message of libnats as an event; it is refused when it is too large or has headers that are no text.
    static func event(_ message: OpaquePointer) -> LineEvent {
        let subject = natsMsg_GetSubject(message).flatMap { String(validatingCString: $0) } ?? ""
        let count = Int(natsMsg_GetDataLength(message))
        guard count <= RawMessage.maximumSize else {
            return .refused("a message of \(count) bytes on \(subject.shortened(to: 100))")
        }
        var line = LineMessage(subject: subject)
        line.reply = natsMsg_GetReply(message).flatMap { String(validatingCString: $0) }
        if count > 0, let data = natsMsg_GetData(message) {
            line.body = Array(UnsafeRawBufferPointer(start: data, count: count))
        }
        for field in Field.allCases {
            var value: UnsafePointer<CChar>?
            guard natsMsgHeader_Get(message, field.rawValue, &value) == NATS_OK, let value else { continue }
            guard strlen(value) <= maximumFieldBytes, let text = String(validatingCString: value) else {
                return .refused("a message whose \(field.rawValue) is no text, on \(subject.shortened(to: 100))")
            }
            line.fields[field] = text
        }
        return .message(line)
    }
}
