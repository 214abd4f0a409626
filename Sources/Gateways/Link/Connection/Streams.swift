import CSaybusNATS
import SaybusMessages

/// The streams and consumers of JetStream, as the links use them.
///
/// The calls of this type wait for the server, so they have a queue of their own.
struct Streams: Sendable {
    /// The stream of messages from sites.
    static let say = "SAYBUS_SAY"
    /// The stream of messages to sites.
    static let hear = "SAYBUS_HEAR"
    /// The stream of the newest state of each site.
    static let state = "SAYBUS_STATE"

    /// The kinds that streams keep: tracked ones, and the ends of turns that recognizers elsewhere publish.
    static let stored: [Kind] = MessageCatalog.all.filter { $0.delivery != nil }.map { $0.kind }.sorted {
        $0.rawValue < $1.rawValue
    }

    /// Nanoseconds that a stream keeps a message: longer than any deadline of a turn.
    static let maximumAge: Int64 = 120_000_000_000
    /// Nanoseconds in which a stream finds duplicates.
    static let duplicateWindow: Int64 = 120_000_000_000
    /// Nanoseconds after which a message without an acknowledgement goes to another link.
    static let acknowledgeWait: Int64 = 5_000_000_000

    /// A stream, as JetStream makes it.
    private struct Stream {
        var name: String
        var subjects: [String]
        /// Whether it keeps the newest message of each subject, for as long as there is one.
        var isOfState = false
    }

    /// A consumer, as JetStream makes it.
    private struct Consumer {
        var stream: String
        /// The name under which the server keeps the consumer's place; nil for a consumer that ends with the
        /// connection.
        var durable: String?
        var filter: String
        var deliverTo: String
        /// The group of which one member gets each message; nil for none.
        var group: String?
        /// Whether the newest message of each subject comes first, and nothing is acknowledged.
        var isOfState = false
        var maximumPending: Int64 = 1024
    }

    let client: NATSClient

    /// Makes the streams, unless they are there.
    /// - Parameters:
    ///   - inMemory: Whether they are kept in memory, and lost with the server.
    ///   - replicas: The number of servers of a cluster that keep them.
    func make(inMemory: Bool, replicas: Int) throws(LinkError) {
        let storage = inMemory ? js_MemoryStorage : js_FileStorage
        let say = Stream(name: Self.say, subjects: Self.stored.map { "say.*.\($0).*.*" })
        let hear = Stream(name: Self.hear, subjects: ["hear.>"])
        let state = Stream(name: Self.state, subjects: [Self.catalogs], isOfState: true)
        for stream in [say, hear, state] { try make(stream, storage, replicas) }
    }

    private func make(_ stream: Stream, _ storage: jsStorageType, _ replicas: Int) throws(LinkError) {
        let context = try client.jetStream()
        let strings = CStrings()
        var subjects = stream.subjects.map { strings.text($0) }
        var made = jsStreamConfig()
        jsStreamConfig_Init(&made)
        made.Name = strings.text(stream.name)
        made.Storage = storage
        made.Replicas = Int64(replicas)
        if stream.isOfState {
            (made.MaxMsgsPerSubject, made.MaxBytes) = (1, 1 << 28)
        } else {
            (made.MaxAge, made.Duplicates, made.MaxBytes) = (Self.maximumAge, Self.duplicateWindow, 1 << 30)
        }
        var code = jsErrCode(0)
        let status = subjects.withUnsafeMutableBufferPointer { buffer in
            made.Subjects = buffer.baseAddress
            made.SubjectsLen = Int32(buffer.count)
            return js_AddStream(nil, context.pointer, &made, nil, &code)
        }
        // The operator may have made it, with other limits.
        guard status == NATS_OK || code == JSStreamNameExistErr else {
            throw Self.error("the stream \(stream.name) cannot be made", status, code)
        }
    }

    /// Makes the consumer of a site, which delivers the messages for the site to the link.
    func makeSiteConsumer(_ site: SiteName) throws(LinkError) {
        try make(
            Consumer(
                stream: Self.hear, durable: "site-\(site)", filter: "hear.\(site).>",
                deliverTo: "_INBOX.\(site).hear"))
    }

    /// Makes the consumers of the links that have intent stages: each transcript goes to one of them.
    /// - Parameter share: The share of the sessions; nil means all.
    func makeIntentConsumers(_ share: BucketShare?) throws(LinkError) {
        for bucket in Self.buckets(share) {
            try make(
                Consumer(
                    stream: Self.say, durable: bucket.map { "intent-\(LinkSubject.hex($0))" } ?? "intent",
                    filter: "say.*.\(SpeechTranscript.kind).\(bucket.map(LinkSubject.hex) ?? "*").*",
                    deliverTo: Self.intents(bucket), group: "intent", maximumPending: 8192))
        }
    }

    /// Returns the buckets of a share, or nil alone for all sessions.
    static func buckets(_ share: BucketShare?) -> [UInt8?] { share.map { $0.buckets.map { $0 } } ?? [nil] }

    /// Returns the subject to which JetStream delivers transcripts.
    static func intents(_ bucket: UInt8?) -> String {
        bucket.map { "deliver.intent.\(LinkSubject.hex($0))" } ?? "deliver.intent"
    }

    /// Makes the consumer of the newest catalog of each app.
    func makeStateConsumer(deliverTo subject: String) throws(LinkError) {
        try make(Consumer(stream: Self.state, filter: Self.catalogs, deliverTo: subject, isOfState: true))
    }

    private static let catalogs = "say.*.\(Catalog.kind).*.*.*"

    private func make(_ consumer: Consumer) throws(LinkError) {
        let context = try client.jetStream()
        let strings = CStrings()
        var made = jsConsumerConfig()
        jsConsumerConfig_Init(&made)
        made.Durable = strings.text(consumer.durable)
        made.FilterSubject = strings.text(consumer.filter)
        made.DeliverSubject = strings.text(consumer.deliverTo)
        made.DeliverGroup = strings.text(consumer.group)
        made.DeliverPolicy = consumer.isOfState ? js_DeliverLastPerSubject : js_DeliverAll
        made.AckPolicy = consumer.isOfState ? js_AckNone : js_AckExplicit
        if !consumer.isOfState { (made.AckWait, made.MaxAckPending) = (Self.acknowledgeWait, consumer.maximumPending) }
        var code = jsErrCode(0)
        let status = js_AddConsumer(nil, context.pointer, consumer.stream, &made, nil, &code)
        guard status == NATS_OK || code == JSConsumerNameExistErr || code == JSConsumerExistingActiveErr else {
            throw Self.error("the stream \(consumer.stream) has no consumer \(consumer.filter)", status, code)
        }
    }

    private static func error(_ what: String, _ status: natsStatus, _ code: jsErrCode) -> LinkError {
        let why =
            status == NATS_TIMEOUT || status == NATS_NO_RESPONDERS
            ? "JetStream does not answer" : "error \(code.rawValue)"
        return LinkError(.unreachable, "\(what): \(NATSClient.text(status)), \(why)")
    }
}
