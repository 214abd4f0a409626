import Foundation

extension Stamp {
    /// Returns the stamp as JSON text, frame 3 of a message.
    public func encoded() -> [UInt8] {
        HeaderWriter.frame(capacity: 128 + (user.map(HeaderWriter.length) ?? 0)) { writer in
            writer.field("offset", offset)
            writer.field("epoch", epoch)
            if let user { writer.field("user", user) }
            writer.field("at", at)
        }
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
            let reason = DecodingFailure.describe(error, in: bytes, schema: Self.schema, whole: "the stamp")
            throw MessageError(.stamp, "the stamp is not as the contract says: \(reason)")
        }
    }

    private static func plain(_ bytes: [UInt8]) -> Stamp? {
        bytes.withUnsafeBufferPointer { buffer in
            var reader = HeaderReader(buffer)
            var offset: UInt64?, epoch: UInt32?, at: Int64?
            var user: String?
            let isPlain = reader.read { name, value in
                switch name {
                case FieldName("offset"): assign(value.integer().flatMap { UInt64(exactly: $0) }, to: &offset)
                case FieldName("epoch"): assign(value.integer().flatMap { UInt32(exactly: $0) }, to: &epoch)
                case FieldName("at"): assign(value.integer(), to: &at)
                case FieldName("user"): assign(value.plainText(), to: &user)
                default: value.skipPlain()
                }
            }
            guard isPlain, let offset, let epoch, let at else { return nil }
            return Stamp(offset: offset, epoch: epoch, user: user, at: at)
        }
    }
}
