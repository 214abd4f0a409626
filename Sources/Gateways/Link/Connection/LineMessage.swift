/// A message on the line: a NATS message with the headers that Saybus knows.
struct LineMessage: Sendable, Equatable {
    /// A header that Saybus knows.
    enum Field: String, Sendable, CaseIterable {
        /// The header of the Saybus message, as JSON.
        case header = "Saybus-Header"
        /// The site from which the message comes.
        case site = "Saybus-Site"
        /// The id by which JetStream finds duplicates.
        case messageID = "Nats-Msg-Id"
        /// The turn of an offer.
        case turn = "Saybus-Turn"
        /// The reason why a serving site refuses something to the site that receives the message.
        case problem = "Saybus-Problem"
        /// The number of catalogs that a site has, in its question.
        case catalogs = "Saybus-Catalogs"
        /// The status with which a server answers, such as 503.
        case status = "Status"
    }

    /// The subject.
    var subject: String
    /// The subject to which an answer or acknowledgement goes; nil for none.
    var reply: String?
    /// The known headers.
    var fields: [Field: String] = [:]
    /// The payload.
    var body: [UInt8] = []

    /// The bytes of the message, about.
    var size: Int { body.count + subject.utf8.count + fields.values.reduce(0) { $0 + $1.utf8.count + 24 } }

    /// Whether the server says that nobody receives what was sent.
    var isWithoutReceiver: Bool { body.isEmpty && fields[.status] == "503" }
}
