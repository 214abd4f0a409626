import SaybusExternalEngines
import SaybusMessages
import SaybusStage
import SaybusSupport

/// A detector that sends all sound to a Wyoming server, such as openWakeWord, and takes its detections.
///
/// The server is asked for the name of the model whose words are those of the phrase. When it cannot be reached,
/// listening goes on without wake words, ``problem`` says so, and the connection is tried again every few seconds.
public actor WyomingWakeDetector: WakeWordDetector {
    /// The wake word.
    public nonisolated let phrase: String
    /// True: servers search a stream of sound.
    public nonisolated let searchesPauses = true
    /// The name by which the server knows the wake word.
    public nonisolated let name: String

    private let executor = SerialQueueExecutor(label: "saybus.wake.wyoming")
    /// The queue of its own, since calls of the connection block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let address: SocketAddress
    private var stream: WyomingWakeStream?
    private var retry: ContinuousClock.Instant?
    /// The reason why the server does not hear the sound; nil once a connection has lasted for a while.
    public private(set) var problem: String?
    /// Samples of the stretch so far, and those before the connection.
    private var count = 0
    private var connectedAt = 0

    /// The time that the server has to connect, and to take a chunk of sound. The microphone buffers two seconds.
    private static let timeout = Duration.milliseconds(500)
    private static let retryInterval = Duration.seconds(3)
    /// The samples after which a connection counts as lasting: some servers accept it, and close it at once.
    private static let lasting = PCMFormat.speech.rate

    /// Asks the server for its models.
    /// - Throws: `StageFailure` with code `unavailable` when the server cannot be reached or has no model for the
    ///   phrase.
    public init(_ phrase: String, at address: SocketAddress) async throws {
        (self.phrase, self.address) = (phrase, address)
        let models = try await Self.models(of: address)
        let wanted = Self.key(phrase)
        guard let name = models.first(where: { Self.key($0) == wanted }) else {
            throw StageFailure(
                .unavailable,
                "\(address) has no wake word \"\(phrase)\": it has \(models.map { "\"\($0)\"" }.joined(separator: ", "))"
            )
        }
        self.name = name
    }

    /// Begins a stretch of sound on a connection of its own.
    public func begin() {
        (stream, count) = (nil, 0)
        connect()
    }

    private func connect() {
        guard retry.map({ $0 <= .now }) ?? true else { return }
        do throws(EngineFailure) {
            stream = try WyomingWakeStream(
                address, name: name, count: count, isAsked: problem != nil, before: .now + Self.timeout)
            (retry, connectedAt) = (nil, count)
        } catch {
            lose(error)
        }
    }

    /// Drops the connection until the next attempt.
    private func lose(_ error: EngineFailure) {
        (stream, retry) = (nil, .now + Self.retryInterval)
        problem = "the wake word \"\(phrase)\" cannot be heard: \(error)"
    }

    /// Sends the stretch's next samples.
    /// - Returns: The place of the wake word by the detection's time, or by the sound sent so far when it has none.
    public func process(_ samples: [Int16]) -> Range<Int>? {
        if stream == nil { connect() }
        defer { count += samples.count }
        do throws(EngineFailure) {
            let place = try stream?.process(samples, before: .now + Self.timeout)
            if stream != nil, count - connectedAt >= Self.lasting { problem = nil }
            return place
        } catch {
            lose(error)
            return nil
        }
    }

    /// Ends the stretch. The connection is closed without an `audio-stop`: after one, servers drop what they have not
    /// yet searched.
    public func end() { stream = nil }

    private static func models(of address: SocketAddress) async throws -> [String] {
        let services: [WyomingService]
        do {
            services = try await BlockingQueue(label: "saybus.wake.describe").run { () throws(EngineFailure) in
                try WyomingService.offered(by: address, before: .now + .seconds(5))
            }
        } catch {
            throw StageFailure(.unavailable, "\(error)")
        }
        return services.filter { $0.kind == "wake" }.flatMap(\.models)
    }

    /// Returns the letters of a name: `hey_jarvis_v0.1` and "Hey, Jarvis!" have the same.
    private static func key(_ name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }
        return words.filter { $0.first != "v" || !$0.dropFirst().contains(where: \.isNumber) }.joined()
    }
}
