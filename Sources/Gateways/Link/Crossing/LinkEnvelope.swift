import SaybusMessages

/// The translation between messages of the bus and messages of the line. Pure.
///
/// The bus's header crosses as one NATS header, with the names as the session's own site has them. In a message from
/// another site, the site's name is put before the publisher's; and before the session's, if the session is the other
/// site's.
enum LinkEnvelope {
    /// The longest header, in bytes: with the names, 64 causes have room.
    static let maximumHeaderBytes = 8192

    /// A message from the line.
    struct Incoming: Sendable, Equatable {
        var subject: LinkSubject
        /// The site that has published the message.
        var origin: SiteName
        /// The message, with the names that it has on this site's bus.
        var message: RawMessage
        /// The subject of the acknowledgement; nil when none is wanted.
        var reply: String?
    }

    /// Returns a message for the line.
    /// - Parameters:
    ///   - header: The header, with the session's name at its own site.
    ///   - body: The body.
    ///   - subject: The subject.
    ///   - origin: This site.
    static func line(_ header: Header, _ body: [UInt8], _ subject: LinkSubject, origin: SiteName) -> LineMessage {
        LineMessage(
            subject: subject.description,
            fields: [
                .header: String(decoding: header.encoded(), as: UTF8.self), .site: origin.rawValue,
                .messageID: header.id.description,
            ], body: body)
    }

    /// Reads a message from the line.
    /// - Parameters:
    ///   - message: The message.
    ///   - own: This site.
    /// - Throws: `MessageError` that says what is wrong.
    static func read(_ message: LineMessage, at own: SiteName) throws(MessageError) -> Incoming {
        guard let subject = LinkSubject(message.subject) else {
            throw MessageError(.topic, "the subject \"\(message.subject.shortened(to: 100))\" is none of this fleet's")
        }
        guard let text = message.fields[.header], text.utf8.count <= maximumHeaderBytes else {
            throw MessageError(.header, "there is no \(LineMessage.Field.header.rawValue), or it is too long")
        }
        guard let origin = message.fields[.site].flatMap({ SiteName(rawValue: $0) }) else {
            throw MessageError(.header, "\(LineMessage.Field.site.rawValue) names no site")
        }
        var header = try Header(parsing: Array(text.utf8))
        guard header.version == Header.currentVersion else {
            throw MessageError(.unknownVersion, "the contract's version is \(header.version)", source: header.source)
        }
        guard header.kind == subject.kind, header.session == subject.session else {
            throw MessageError(
                .mismatch, "the subject says \(subject.kind) of \(subject.session), but the header says otherwise",
                source: header.source)
        }
        guard !SiteName.isForeign(header.source.instance), let source = origin.qualified(header.source) else {
            throw MessageError(.header, "the message has crossed before", source: header.source)
        }
        switch subject.direction {
        case .say:
            guard subject.site == origin, origin != own, let session = origin.qualified(header.session) else {
                throw MessageError(.mismatch, "\(origin) speaks for \(subject.site)", source: header.source)
            }
            header.session = session
        case .hear, .live:
            guard subject.site == own, origin != own else {
                throw MessageError(.mismatch, "a message of \(origin) for \(subject.site)", source: header.source)
            }
        }
        header.source = source
        let raw = RawMessage(header: header, body: message.body)
        let size = raw.frames.reduce(0) { $0 + $1.count }
        guard size <= RawMessage.maximumSize else {
            throw MessageError(.tooLarge, "\(size) bytes, at most \(RawMessage.maximumSize) are allowed")
        }
        return Incoming(subject: subject, origin: origin, message: raw, reply: message.reply)
    }
}
