import Foundation
import SaybusMessages
import SaybusStage

/// `saybus-tap export`: writes a recording as lines of `echo --json`, and the sound of each turn as a WAV
/// file.
public struct ExportProgram: Sendable {
    private let path: String
    private let filter: TapFilter
    /// Selects the turns whose sound is written.
    private let soundFilter: TapFilter
    private let recording: Int64?
    private let withAudio: Bool
    private let directory: String?

    init(
        path: String, filter: TapFilter, soundFilter: TapFilter, recording: Int64?, withAudio: Bool, directory: String?
    ) {
        (self.path, self.filter, self.soundFilter) = (path, filter, soundFilter)
        (self.recording, self.withAudio, self.directory) = (recording, withAudio, directory)
    }

    /// Writes the lines and the WAV files.
    public func run() async throws {
        let reader = try RecordingReader(path)
        let recordings = try await reader.recordings().filter { recording == nil || recording == $0.id }
        if let recording, recordings.isEmpty {
            throw StageFailure(.usage, "\(path) has no recording \(recording); saybus-tap sessions \(path) lists them")
        }
        var sounds = try directory.map { try TurnSoundWriter(directory: $0) }
        var (unreadable, found) = (0, 0)
        try await OfflineOutput.withWriter { writer in
            let format = JSONFormat(withAudio: withAudio)
            for recording in recordings {
                // A formatter for each recording: messages between two recordings do not count as lost.
                var formatter = ExportFormatter(filter: filter, format: format)
                let malformed = try await reader.malformed(recording: recording.id)
                var next = malformed.makeIterator()
                var garbage = next.next()
                var selection = RecordingReader.Selection()
                selection.recording = recording.id
                // Other recordings are not searched for its messages; without any, there is nothing to read.
                (selection.first, selection.last) = (recording.numbers?.first, recording.numbers?.last ?? Int64.min)
                unreadable += try await reader.forEach(selection) { stored in
                    while let earlier = garbage, earlier.after < stored.number {
                        for line in formatter.lines(for: earlier.error) { try await writer.write(line) }
                        garbage = next.next()
                    }
                    let lines = formatter.lines(for: stored)
                    found += lines.count
                    for line in lines { try await writer.write(line) }
                    if soundFilter.admits(stored.message.header) { try await sounds?.write(stored) }
                }
                while let later = garbage {
                    for line in formatter.lines(for: later.error) { try await writer.write(line) }
                    garbage = next.next()
                }
            }
        }
        if found == 0 { printNotice("\(path) has no such message") }
        if unreadable > 0 {
            printNotice("\(Quantity.count(unreadable, "row")) of \(path) are no messages and were passed over")
        }
        if var sounds, let directory {
            try await sounds.finish()
            printNotice("wrote \(Quantity.count(sounds.files, "sound file")) into \(directory)")
            for problem in sounds.problems { printNotice(problem) }
        }
    }

    private func printNotice(_ text: String) { StandardError.shared.write("saybus-tap: \(text)\n") }
}
