import SaybusExternalEngines
import SaybusMessages
import Synchronization

/// A synthesizer that uses a server of the Wyoming protocol, such as Piper's.
///
/// Each speech has its own connection. Long texts are passed some hundred characters at a time, so that the
/// first words play while the rest is synthesized. The protocol knows neither rate nor pitch, so they are
/// ignored; the volume is applied by this process. Word positions are not reported.
public final class WyomingSynthesizer: Synthesizer {
    /// `wyoming`
    public let engine = "wyoming"

    private let address: SocketAddress
    private let voice: String?
    private let timeout: Duration
    private let known = Mutex<[Voice]?>(nil)

    /// Creates a synthesizer that is a server.
    /// - Parameters:
    ///   - address: The server's address.
    ///   - voice: The default voice: a voice's name or a language; nil leaves it to the server.
    ///   - timeout: The time that the server has for each step.
    public init(_ address: SocketAddress, voice: String? = nil, timeout: Duration) {
        (self.address, self.voice, self.timeout) = (address, voice, timeout)
    }

    /// Returns the server's voices; each speaker of a voice is listed as `voice#speaker`.
    public func voices() async throws -> [Voice] {
        let (address, timeout) = (address, timeout)
        let voices = try await ExternalSpeech.run(on: BlockingQueue(label: "saybus.voices")) {
            () throws(EngineFailure) in try Self.ask(address, before: .now + timeout)
        }
        known.withLock { $0 = voices }
        return voices
    }

    /// Begins synthesis.
    public func synthesize(_ speech: AudioEvent.Speech) async throws -> SpeechAudio {
        try SpeechLimits.check(speech)
        var chosen: JSONValue?
        if let name = speech.voice ?? voice { chosen = try await wire(name) }
        return try await ExternalSpeech.begin(
            try PlainPiece.pieces(of: speech), by: WyomingVoice(address, voice: chosen), "\(address)",
            timeout: timeout, volume: speech.volume ?? 1)
    }

    /// Returns a voice in the protocol's form.
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

    /// Returns the voice of a name, or the first one of a language; nil when there is none.
    static func voice(_ name: String, in voices: [Voice]) -> Voice? {
        let folded = Voice.folded(name)
        // A language is spoken by a voice of another region, too.
        let code = LanguageTag.isTag(folded) ? String(folded.prefix { $0 != "-" }) : folded
        return voices.first { Voice.folded($0.identifier) == folded || Voice.folded($0.name) == folded }
            ?? voices.first { $0.languages.contains { Voice.folded($0) == folded } }
            ?? voices.first { $0.languages.contains { Voice.folded($0).hasPrefix(folded + "-") } }
            ?? voices.first { $0.languages.contains { Voice.folded($0).prefix { $0 != "-" } == code } }
    }

    private static func ask(
        _ address: SocketAddress, before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [Voice] {
        var connection = try WyomingConnection(to: address, before: deadline)
        try connection.send(WyomingEvent(type: "describe"), before: deadline)
        for _ in 0..<WyomingVoice.maximumOtherEvents {
            let event = try connection.receive(before: deadline)
            if event.type == "info" { return voices(in: event) }
        }
        throw EngineFailure(.garbage, "\(address) does not tell its voices")
    }

    /// Returns the installed voices of a server's description.
    static func voices(in info: WyomingEvent) -> [Voice] {
        var result: [Voice] = []
        for case .object(let program) in array(info.data["tts"]) where program["installed"] != .boolean(false) {
            for case .object(let voice) in array(program["voices"]) where voice["installed"] != .boolean(false) {
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
