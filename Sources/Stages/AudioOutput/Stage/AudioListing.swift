import SaybusSound
import SaybusStage
import SaybusSupport

/// Lists of voices and loudspeakers as text for a terminal.
public enum AudioListing {
    /// Returns one voice per line: its languages, gender, name and identifier, its engine, quality and licence. Voices
    /// that could be installed follow, with the command that does it.
    /// - Throws: `StageFailure` with code `unavailable` when the engine does not start.
    public static func voices(
        of synthesizer: any Synthesizer, others: [Voice] = []
    ) async throws -> String {
        let voices: [Voice]
        do {
            voices = try await synthesizer.voices()
        } catch {
            throw StageFailure(.unavailable, "\(error)")
        }
        return TextColumns.lines((sorted(voices) + sorted(others)).map { row($0) })
    }

    private static func sorted(_ voices: [Voice]) -> [Voice] {
        voices.sorted { ($0.languages.first ?? "", $0.name) < ($1.languages.first ?? "", $1.name) }
    }

    private static func row(_ voice: Voice) -> [String] {
        [
            voice.languages.joined(separator: " "), voice.gender?.rawValue ?? "-", voice.name, voice.identifier,
            voice.engine ?? "", voice.quality?.rawValue ?? "", voice.licence ?? "",
            voice.install.map { "not installed: \($0)" } ?? "",
        ]
    }

    /// Returns one loudspeaker per line: its number, name, rate and whether it is the default.
    /// - Throws: `StageFailure` with code `unavailable` when there is none, or the sound server hangs.
    public static func devices() async throws -> String {
        do {
            return try await AudioDevices.table(for: .output)
        } catch {
            throw StageFailure(.unavailable, "\(error)")
        }
    }
}
