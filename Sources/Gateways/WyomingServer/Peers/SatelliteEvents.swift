import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// The events of a satellite, which are read while former ones are processed.
///
/// A ping is answered as soon as it arrives. A satellite leaves when it gets no answer for five seconds, and a
/// recognizer may take longer to understand what its user has said.
final class SatelliteEvents: Sendable {
    /// The most bytes that wait: two minutes of sound. Further events wait in the connection.
    private static let maximumBytes = 4 << 20

    private struct State: Sendable {
        var waiting: [WyomingEvent] = []
        var bytes = 0
        /// The reason why no more events come; nil while the connection lasts.
        var end: EngineFailure?
    }

    private let peer: WyomingPeer
    private let silence: Duration
    private let state = Watched(State())

    /// Creates a reader.
    /// - Parameter silence: The time without an event after which the satellite counts as gone.
    init(_ peer: WyomingPeer, silence: Duration) { (self.peer, self.silence) = (peer, silence) }

    /// Reads until the connection ends, or the satellite is silent for too long.
    func run() async {
        var end = EngineFailure(.unreachable, "\(peer.name) is cut off")
        do throws(EngineFailure) {
            while !Task.isCancelled {
                await state.wait { $0.bytes < Self.maximumBytes }
                let event = try await peer.receive(within: silence)
                if event.type == "ping" { try await peer.send(.pong(to: event)) }
                add(event)
            }
        } catch {
            end = error
        }
        state.change { $0.end = end }
    }

    /// Waits for an event, or for the end of the connection.
    /// - Returns: False when neither has come in this time.
    func hasInput(within time: Duration) async -> Bool {
        await state.wait(within: time) { !$0.waiting.isEmpty || $0.end != nil }
    }

    /// Returns the next event, as soon as there is one. Pings are answered already.
    /// - Throws: ``EngineFailure`` after the last event: `unreachable` at the end of the connection, `timeout`, or
    ///   `garbage`.
    func next() async throws(EngineFailure) -> WyomingEvent {
        await state.wait { !$0.waiting.isEmpty || $0.end != nil }
        let (event, end) = state.change { state -> (WyomingEvent?, EngineFailure?) in
            guard !state.waiting.isEmpty else { return (nil, state.end) }
            let event = state.waiting.removeFirst()
            state.bytes -= Self.size(of: event)
            return (event, nil)
        }
        guard let event else { throw end ?? EngineFailure(.unreachable, "\(peer.name) is cut off") }
        return event
    }

    private func add(_ event: WyomingEvent) {
        let kept = event.type == "audio-chunk" ? Self.sound(of: event) : event
        state.change { state in
            state.waiting.append(kept)
            state.bytes += Self.size(of: kept)
        }
    }

    /// Returns a chunk of sound with the fields of its format alone, so that its payload is its size.
    private static func sound(of event: WyomingEvent) -> WyomingEvent {
        let format = ["rate", "width", "channels"].compactMap { field in
            event.integer(field).map { (field, JSONValue.integer(Int64($0))) }
        }
        return WyomingEvent(
            type: event.type, data: Dictionary(uniqueKeysWithValues: format), payload: event.payload)
    }

    /// Returns the bytes for which an event counts. The fields of those that are no sound are not measured.
    private static func size(of event: WyomingEvent) -> Int {
        event.payload.count + (event.type == "audio-chunk" ? 1 << 8 : 1 << 16)
    }
}

extension WyomingEvent {
    /// Returns the answer to a `ping`.
    static func pong(to ping: WyomingEvent) -> WyomingEvent {
        WyomingEvent(type: "pong", data: ping.text("text").map { ["text": .string($0)] } ?? [:])
    }
}
