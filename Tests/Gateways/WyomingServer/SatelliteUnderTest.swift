import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

/// A gateway, and a satellite of the session `kitchen`, to which it is connected.
struct SatelliteUnderTest {
    static let kitchen = Session(rawValue: "kitchen")!

    let gateway: GatewayUnderTest
    /// The satellite's end of the connection.
    let peer: WyomingPeer
    /// A program that lets the satellite speak.
    let bus: Bus
    /// The reports on what the satellite plays.
    let reports: Recorder
    private let folder: TemporaryFolder
    private let listener: WyomingListener

    init(_ arguments: [String] = [], app: String = GatewayUnderTest.app) async throws {
        folder = try TemporaryFolder()
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        listener = try WyomingListener(address)
        gateway = try await GatewayUnderTest(["--satellite", "\(address)=kitchen"] + arguments, app: app)
        bus = try gateway.test.connect(.say, tracking: [AudioSequence.self, ListenRequest.self])
        reports = Recorder(bus.subscribe(to: [AudioPlayback.self]))
        try await bus.ready()
        var peers = listener.peers.makeAsyncIterator()
        peer = try #require(await peers.next())
        try await event("run-satellite")
    }

    /// Ends the satellite.
    func leave() {
        peer.close()
        listener.close()
    }

    /// An event that does not come.
    struct NoEvent: Error {
        let type: String
    }

    /// Waits for an event of the gateway, and answers its pings meanwhile.
    @discardableResult
    func event(_ type: String) async throws -> WyomingEvent {
        try await events(until: type).last ?? WyomingEvent(type: type)
    }

    /// Returns the events of the gateway up to one of a type.
    func events(until type: String) async throws -> [WyomingEvent] {
        let deadline = ContinuousClock.now + .seconds(20)
        var events: [WyomingEvent] = []
        while events.last?.type != type {
            guard ContinuousClock.now < deadline else { throw NoEvent(type: type) }
            let event = try await peer.receive(within: .seconds(20))
            if event.type == "ping" { try await peer.send(WyomingEvent(type: "pong")) }
            events.append(event)
        }
        return events
    }

    /// Lets the satellite say something.
    /// - Returns: The id of the sequence.
    func say(_ text: String) throws -> MessageID {
        try bus.publish(AudioSequence([.speech(.init(text))]), session: Self.kitchen).id
    }

    /// Controls what the satellite says.
    func control(_ control: AudioControl) throws { try bus.publish(control, session: Self.kitchen) }

    /// Takes a sound to its end, and says that it was played.
    /// - Returns: Its samples.
    @discardableResult
    func play() async throws -> [Int16] {
        let bytes = try await events(until: "audio-stop").flatMap(\.payload)
        try await peer.send(WyomingEvent(type: "played"))
        return PCM.samples(bytes)
    }

    /// Returns the report on the end of a sequence.
    func end(of sequence: MessageID) async -> AudioPlayback? {
        await reports.first(AudioPlayback.self) { $0.body.sequence == sequence && $0.body.isOver }?.body
    }

    /// Returns the states of a sequence that were reported so far.
    func states(of sequence: MessageID) -> [AudioPlayback.State] {
        reports.bodies(AudioPlayback.self).filter { $0.sequence == sequence }.map(\.state)
    }
}
