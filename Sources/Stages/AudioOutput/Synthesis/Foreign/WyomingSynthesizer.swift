import SaybusExternalEngines
import SaybusMessages
import Synchronization

/// Speaks through a server of the Wyoming protocol, such as Piper's.
///
/// Each speech has a connection of its own; long texts are handed over some hundred characters at a time, so that the first words sound while
/// the rest is made. The protocol knows neither rate nor pitch: they are left out; the volume is ours. Words are not told.
public final class WyomingSynthesizer: Synthesizer {
    /// `wyoming`
    public let engine = "wyoming"

    private let address: SocketAddress
    private let voice: String?
    private let patience: Duration
    private let known = Mutex<[Voice]?>(nil)

    /// - Parameters:
    ///   - voice: For speech that names none: a voice's name or a language; nil leaves it to the server.
    ///   - patience: How long the server may let us wait, each time.
    public init(_ address: SocketAddress, voice: String? = nil, patience: Duration) {
        (self.address, self.voice, self.patience) = (address, voice, patience)
    }

    /// The server's voices; those of several speakers once for each, as `voice#speaker`.
    public func voices() async throws -> [Voice] {
        let (address, patience) = (address, patience)
        let voices = try await ExternalSpeech.run(on: BlockingQueue(label: "saybus.voices")) {
            () throws(EngineFailure) in try Self.ask(address, before: .now + patience)
        }
        known.withLock { $0 = voices }
        return voices
    }

    /// Begins to speak.
    public func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        try SpeechLimits.check(speech)
        var chosen: JSONValue?
        if let name = speech.voice ?? voice { chosen = try await wire(name) }
        return try await ExternalSpeech.begin(
            try PlainPiece.pieces(of: speech), by: WyomingVoice(address, voice: chosen), "\(address)",
            patience: patience, volume: speech.volume ?? 1)
    }

    /// A voice as the protocol writes it.
    private func wire(_ name: String) async throws -> JSONValue {
        var found = known.withLock { $0 }.flatMap { Self.voice(name, in: $0) }
        if found == nil { found = Self.voice(name, in: try await voices()) }
        guard let found else {
            throw SynthesisError(
                .unknownVoice,
                "No voice of \(address) is called \"\(name.prefix(64))\" or speaks that language; `saybus voices` lists them."
            )
        }
        let parts = found.identifier.split(separator: "#", maxSplits: 1).map(String.init)
        var fields: [String: JSONValue] = ["name": .string(parts.first ?? found.identifier)]
        if parts.count == 2 { fields["speaker"] = .string(parts[1]) }
        return .object(fields)
    }

    private static func voice(_ name: String, in voices: [Voice]) -> Voice? {
        let folded = folded(name)
        return voices.first { Self.folded($0.identifier) == folded || Self.folded($0.name) == folded }
            ?? voices.first { $0.languages.contains { Self.folded($0) == folded } }
            ?? voices.first { $0.languages.contains { Self.folded($0).hasPrefix(folded + "-") } }
    }

    private static func folded(_ name: String) -> String { name.lowercased().replacing("_", with: "-") }

    private static func ask(
        _ address: SocketAddress, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [Voice] {
        var connection = try WyomingConnection(to: address, before: deadline)
        try connection.send(WyomingEvent(type: "describe"), before: deadline)
        for _ in 0..<WyomingVoice.mostOthers {
            let event = try connection.receive(before: deadline)
            if event.type == "info" { return voices(event) }
        }
        throw EngineFailure(.garbage, "\(address) does not tell its voices")
    }

    private static func voices(_ event: WyomingEvent) -> [Voice] {
        var result: [Voice] = []
        for program in array(event.data["tts"]) {
            for case .object(let voice) in array(object(program)["voices"]) {
                guard let name = text(voice["name"]) else { continue }
                let languages = array(voice["languages"]).compactMap { text($0) }
                let speakers = array(voice["speakers"]).compactMap { text(object($0)["name"]) }
                if speakers.isEmpty { result.append(Voice(name: name, identifier: name, languages: languages)) }
                for speaker in speakers {
                    result.append(
                        Voice(name: "\(name) \(speaker)", identifier: "\(name)#\(speaker)", languages: languages))
                }
            }
        }
        return result
    }

    private static func array(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let all) = value { all } else { [] }
    }
    private static func object(_ value: JSONValue?) -> [String: JSONValue] {
        if case .object(let fields) = value { fields } else { [:] }
    }
    private static func text(_ value: JSONValue?) -> String? { if case .string(let text) = value { text } else { nil } }
}
