import Foundation

extension Stamp {
    /// Returns the stamp as JSON text, frame 3 of a message.
    public func encoded() -> [UInt8] {
        var writer = HeaderWriter(capacity: 128)
        writer.field("offset", offset)
        writer.field("epoch", epoch)
        if let user { writer.field("user", user) }
        writer.field("at", at)
        return writer.finished()
    }

    /// Reads a stamp frame.
    public init(parsing bytes: [UInt8]) throws(MessageError) {
        if let stamp = Self.plain(bytes) {
            self = stamp
            return
        }
        do {
            self = try JSONCoding.decoder.decode(Stamp.self, from: Data(bytes))
        } catch {
            throw MessageError(
                .stamp, "the stamp is not as the contract says: \(String(describing: error).prefix(300))")
        }
    }

    private static func plain(_ bytes: [UInt8]) -> Stamp? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = HeaderReader(buffer)
            var offset: UInt64?, epoch: UInt32?, at: Int64?
            var user: String?
            let isPlain = reader.read { name, value in
                switch value {
                case .integer(let number):
                    if name == "offset" {
                        offset = UInt64(exactly: number)
                    } else if name == "epoch" {
                        epoch = UInt32(exactly: number)
                    } else if name == "at" {
                        at = number
                    } else {
                        return !(name == "user")
                    }
                case .string(let text):
                    guard let text = HeaderReader.text(text) else { return false }
                    guard name == "user" else { return !Self.isKnown(name) }
                    user = text
                default: return !Self.isKnown(name)
                }
                return true
            }
            guard isPlain, let offset, let epoch, let at else { return nil }
            return Stamp(offset: offset, epoch: epoch, user: user, at: at)
        }
    }

    private static func isKnown(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name == "offset" || name == "epoch" || name == "at" || name == "user"
    }
}
