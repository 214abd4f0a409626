import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusStage

/// The destination of the sound on the command line: `device`, `device:NAME`, `wav:FILE`, `flac:FILE`, `raw`,
/// `bus`, `null`.
public enum SinkChoice: Sendable, Equatable {
    /// A loudspeaker: the default one, or the one whose name contains the text.
    case device(String?)
    /// A sound file. An existing WAV file is continued; beside an existing FLAC file a new one is begun. So a restart
    /// loses nothing.
    case file(String, SoundFileSink.Format)
    /// Standard output: 16-bit little-endian samples, one channel.
    case raw
    /// The loudspeaker of a remote speaker.
    case bus
    /// No destination: the sound is discarded.
    case null

    /// The sample rate of the sinks: that of espeak-ng, so that nothing is resampled on the way to a file.
    public static let rate = 22_050

    /// The values on the command line, for messages.
    public static let usage = "device, device:NAME, wav:FILE, flac:FILE, raw, bus or null"

    /// Parses a text; nil when it is no destination.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.dropFirst().first) {
        case ("device", nil) where text == "device": self = .device(nil)
        case ("device", let name?): self = .device(name)
        case ("raw", nil) where text == "raw": self = .raw
        case ("bus", nil) where text == "bus": self = .bus
        case ("null", nil) where text == "null": self = .null
        case (let name?, let path?):
            guard let format = SoundFileSink.Format(rawValue: name) else { return nil }
            self = .file(path, format)
        default: return nil
        }
    }

    /// Opens the sink. A missing loudspeaker is looked for repeatedly.
    /// - Parameters:
    ///   - realTime: Whether `null` takes as long as a loudspeaker would.
    ///   - context: The stage's context.
    /// - Throws: `StageFailure` with code `configuration` when the folder of a file does not exist, `inputOutput` when
    ///   a file cannot be written, `unavailable` when anything else cannot be opened; `CancellationError` when the
    ///   stage is told to stop while a loudspeaker is being opened.
    public func open(realTime: Bool, on context: StageContext) async throws -> any AudioSink {
        if case .file(let path, _) = self { try Self.checkFolder(of: path) }
        do {
            return switch self {
            case .device(let name):
                try await context.openingLoudspeaker { await ReconnectingSink(device: name, rate: Self.rate) }
            case .file(let path, let format):
                try Self.file(path, format, context)
            case .raw: try RawPCMSink(rate: Self.rate)
            case .bus: Self.remote(context)
            case .null: try NullSink(rate: Self.rate, realTime: realTime)
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            if case .file = self { throw StageFailure(.inputOutput, "\(error)") }
            throw StageFailure(.unavailable, "\(error)")
        }
    }

    /// Checks that a file can be made, as far as its folder is concerned: another start would not help.
    private static func checkFolder(of path: String) throws(StageFailure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue { return }
        throw StageFailure(
            .configuration, "there is no folder \(folder) for --sink's file: make it, or name another file")
    }

    private static func file(
        _ path: String, _ format: SoundFileSink.Format, _ context: StageContext
    ) throws(SoundError) -> SoundFileSink {
        let sink = try SoundFileSink(path: path, rate: rate, format: format, continues: true)
        if sink.path != path {
            context.logger.notice(
                "the file is there and cannot be continued; a new one is begun beside it",
                metadata: ["file": "\(path)", "new": "\(sink.path)"])
        }
        return sink
    }

    /// Creates a sink for the remote speakers of the stage's session, and passes their reports to it.
    private static func remote(_ context: StageContext) -> BusSink {
        let (bus, session) = (context.bus, context.session)
        let reports = bus.subscribe(to: [SubscriptionFilter(AudioPlayback.self, in: context.coverage)])
        let sink = BusSink(rate: rate) { chunk, id in try bus.publish(chunk, id: id, session: session) }
        // The task ends with the bus.
        Task {
            for await case .message(let raw) in reports where raw.header.source.role == SpeakerStage.role {
                if let playback = bus.read(raw, as: AudioPlayback.self) { sink.receive(playback.body) }
            }
        }
        return sink
    }
}
