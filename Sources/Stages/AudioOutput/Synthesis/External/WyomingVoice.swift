import SaybusExternalEngines
import SaybusMessages
import SaybusSound
import Synchronization

/// A voice on a connection to a Wyoming server, on which texts are spoken one after the other.
final class WyomingVoice: ExternalVoice {
    /// The maximum number of events that are read for one of the awaited types.
    static let maximumOtherEvents = 100

    private let address: SocketAddress
    private let voice: JSONValue?
    private let open = Mutex<OpenConnection?>(nil)

    /// The connection, the format of the received sound, and the part of a frame that a chunk has ended with.
    private final class OpenConnection {
        var connection: WyomingConnection
        var format: PCMFormat?
        var assembler = FrameAssembler(frameBytes: 2)

        init(_ connection: consuming WyomingConnection) { self.connection = connection }

        /// Returns the next event of the given types.
        func receive(
            _ wanted: Set<String>, before deadline: ContinuousClock.Instant
        ) throws(EngineFailure) -> WyomingEvent {
            for _ in 0..<maximumOtherEvents {
                let event = try connection.receive(before: deadline)
                if wanted.contains(event.type) { return event }
            }
            throw EngineFailure(.garbage, "the server sent \(maximumOtherEvents) events, and none of them is sound")
        }
    }

    init(_ address: SocketAddress, voice: JSONValue?) { (self.address, self.voice) = (address, voice) }

    func begin(_ text: String, before deadline: ContinuousClock.Instant) throws(EngineFailure) -> Int {
        var data: [String: JSONValue] = ["text": .string(text)]
        data["voice"] = voice
        let question = WyomingEvent(type: "synthesize", data: data)
        return try open.withLock { (open) throws(EngineFailure) in
            if open == nil { open = OpenConnection(try WyomingConnection(to: address, before: deadline)) }
            guard let open else { return 0 }
            try open.connection.send(question, before: deadline)
            let format = try self.format(try open.receive(["audio-start"], before: deadline))
            open.format = format
            open.assembler = FrameAssembler(frameBytes: 2 * format.channels)
            return format.rate
        }
    }

    func next(before deadline: ContinuousClock.Instant) throws(EngineFailure) -> [Int16]? {
        try open.withLock { (open) throws(EngineFailure) in
            guard let open else { return nil }
            let event = try open.receive(["audio-chunk", "audio-stop"], before: deadline)
            guard event.type == "audio-chunk" else { return nil }
            guard let format = open.format, try self.format(event) == format else {
                throw EngineFailure(.garbage, "\(address) has changed the format in the middle of a speech")
            }
            return PCM.samples(open.assembler.frames(event.payload), channels: format.channels)
        }
    }

    private func format(_ event: WyomingEvent) throws(EngineFailure) -> PCMFormat {
        guard let rate = event.integer("rate"), Resampler.rates.contains(rate), event.integer("width") == 2,
            let channels = event.integer("channels"), (1...32).contains(channels)
        else { throw EngineFailure(.garbage, "\(address) sends sound that is no 16-bit PCM of a usual rate") }
        return PCMFormat(rate: rate, channels: channels)
    }
}
