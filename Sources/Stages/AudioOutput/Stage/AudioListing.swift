import SaybusMessages
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
        TextColumns.lines(try await sortedVoices(of: synthesizer, others: others).map { row($0) })
    }

    /// Returns the same voices as a JSON array of objects, whose fields are those of ``Voice``.
    /// - Throws: `StageFailure` with code `unavailable` when the engine does not start.
    public static func json(of synthesizer: any Synthesizer, others: [Voice] = []) async throws -> String {
        try JSONValue(try await sortedVoices(of: synthesizer, others: others)).text(indented: true)
    }

    private static func sortedVoices(of synthesizer: any Synthesizer, others: [Voice]) async throws -> [Voice] {
        do {
            // Voices that are there and cannot be used are among the others.
            let names = Set(others.map(\.identifier))
            let voices = try await synthesizer.voices().filter { voice in
                !names.contains(String(voice.identifier.prefix { $0 != "#" }))
            }
            return sorted(voices) + sorted(others)
        } catch {
            throw StageFailure(.unavailable, "\(error)")
        }
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
