import Foundation
import SaybusSupport

/// The description of a voice, in the JSON file beside its network.
public struct PiperConfiguration: Sendable, Equatable {
    /// The sample rate in hertz.
    public let rate: Int
    /// The voice of espeak-ng that pronounces its texts.
    let pronouncer: String
    /// The language: a BCP 47 tag.
    public let language: String
    /// The speakers by number; empty for a voice of one speaker.
    public let speakers: [Int: String]
    /// The number of speakers.
    public let speakerCount: Int
    /// The numbers of each phoneme.
    let ids: [String: [Int64]]
    /// The spread of the sound, the factor of the duration, and the spread of the durations.
    let (noise, length, durationNoise): (Float, Float, Float)

    private struct File: Decodable {
        struct Audio: Decodable { var sampleRate: Int }
        struct Espeak: Decodable { var voice: String }
        struct Inference: Decodable {
            var noiseScale: Float?
            var lengthScale: Float?
            var noiseW: Float?
        }
        struct Language: Decodable { var code: String? }

        var audio: Audio
        var espeak: Espeak?
        var inference: Inference?
        var language: Language?
        var phonemeType: String?
        var phonemeIdMap: [String: [Int64]]
        var numSpeakers: Int?
        var speakerIdMap: [String: Int]?
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    /// The largest file that is read, in bytes.
    static let maximumBytes = 4 << 20
    /// The phonemes that begin and end a sentence, and stand between two others.
    static let (begin, end, pad) = ("^", "$", "_")

    /// Reads a description.
    /// - Throws: ``PiperError`` with code `voice-missing` or `voice-unusable`.
    public init(contentsOf path: String) throws(PiperError) {
        let data: Data
        do throws(FileReadError) {
            data = Data(try RegularFile(path, atMost: Self.maximumBytes).bytes)
        } catch {
            throw PiperError(
                error.code == .tooLarge ? .voiceUnusable : .voiceMissing,
                "\(path) \(error); a voice of Piper has a JSON file beside it")
        }
        guard let file = try? Self.decoder.decode(File.self, from: data) else {
            throw PiperError(.voiceUnusable, "\(path) does not describe a voice of Piper: fetch both files again")
        }
        if let type = file.phonemeType, type != "espeak" {
            throw PiperError(
                .voiceUnusable,
                "\(path): the voice takes phonemes of the type \(type.prefix(40)), not those of espeak-ng")
        }
        guard (8_000...48_000).contains(file.audio.sampleRate), let pronouncer = file.espeak?.voice,
            [Self.begin, Self.end, Self.pad].allSatisfy({ file.phonemeIdMap[$0]?.isEmpty == false }),
            file.phonemeIdMap.values.allSatisfy({ $0.count <= 8 && $0.allSatisfy { (0..<65_536).contains($0) } })
        else {
            throw PiperError(.voiceUnusable, "\(path) has values that no voice of Piper has: fetch both files again")
        }
        rate = file.audio.sampleRate
        self.pronouncer = pronouncer
        language = (file.language?.code ?? pronouncer).replacing("_", with: "-")
        speakerCount = max(1, file.numSpeakers ?? 1)
        speakers = Dictionary(
            (file.speakerIdMap ?? [:]).map { ($0.value, $0.key) }, uniquingKeysWith: { one, _ in one })
        ids = file.phonemeIdMap
        let number = { (value: Float?, usual: Float) in
            value.map { $0.isFinite && (0...10).contains($0) ? $0 : usual } ?? usual
        }
        noise = number(file.inference?.noiseScale, 0.667)
        length = max(0.1, number(file.inference?.lengthScale, 1))
        durationNoise = number(file.inference?.noiseW, 0.8)
    }
}
