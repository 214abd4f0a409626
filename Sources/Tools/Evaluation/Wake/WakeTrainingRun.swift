import Foundation
import SaybusListening
import SaybusMessages
import SaybusSound
import SaybusStage
import SaybusTerminal

/// `saybus wake train`: takes recordings from files or from the microphone, and writes the wake word.
public struct WakeTrainingRun: Sendable {
    private let phrase: String
    private let said: [String]
    private let other: [String]
    /// Recordings of the wake word that are not learnt from, such as those of other people.
    public var checks: [String] = []
    /// The number of recordings to take from the microphone; nil takes files.
    public var record: Int?
    /// The microphone's name or a part of it; nil for the default one.
    public var microphone: String?

    /// The attempts for each recording, on average.
    private static let attempts = 3
    /// The seconds of a recording from the microphone.
    private static let seconds = 2

    /// Creates a run with files.
    public init(phrase: String, said: [String] = [], other: [String] = []) {
        (self.phrase, self.said, self.other) = (phrase, said, other)
    }

    /// Trains, and writes the file.
    /// - Parameters:
    ///   - path: The file.
    ///   - notes: Gets what the user should do.
    ///   - progress: Called after each file of other sound.
    /// - Throws: `StageFailure`: `usage` for unsuitable recordings, `noInput` for an unreadable file, `unavailable`
    ///   without a microphone or the model of speech, `inputOutput` when the file cannot be written.
    public func train(
        to path: String, notes: TextOutput, progress: (WorkProgress) -> Void = { _ in }
    ) async throws -> WakeTraining.Report {
        try checkFiles(path)
        let reader = try WakeRecordingReader()
        func read(_ files: [String]) throws -> [WakeRecording] {
            try files.map { try reader.recording(try SoundSamples.read($0), name: $0) }
        }
        let further = try read(checks)
        var recordings = try read(said)
        if let record {
            for (index, samples) in try await recorded(record, notes).enumerated() {
                recordings.append(try reader.recording(samples, name: "recording \(index + 1)"))
            }
        }
        var training = try WakeTraining(phrase: phrase, recordings: recordings)
        for recording in further { training.check(recording) }
        for (index, file) in other.enumerated() {
            let samples = try SoundSamples.read(file)
            training.hear(
                other: try reader.vectors(of: samples), seconds: Double(samples.count) / Double(PCMFormat.speech.rate),
                name: file)
            progress(WorkProgress(done: index + 1, total: other.count, detail: "files of other sound"))
        }
        let (word, report) = training.finish()
        try word.write(to: path)
        return report
    }

    /// Checks all files at the start, or else the recordings from the microphone would be lost.
    /// - Parameter path: The file to write.
    private func checkFiles(_ path: String) throws(StageFailure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw StageFailure(.inputOutput, "\(path) cannot be written: the folder \(folder) does not exist")
        }
        try SoundSamples.check(said + checks + other)
        // No cutoff tells the wake word from itself.
        let words = Set((said + checks).map { Self.place(of: $0) })
        if let both = other.first(where: { words.contains(Self.place(of: $0)) }) {
            throw StageFailure(.usage, "\(both) is a recording of the wake word: leave it out of --other")
        }
    }

    /// Returns the place of a file, however its path is written.
    private static func place(of path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// Returns a report for people.
    public static func page(_ report: WakeTraining.Report, path: String) -> String {
        let heard = report.recordings - report.missed
        var lines = [
            "Of the \(report.recordings) recordings, \(heard) would have been heard if only the others had been learnt from, and \(report.recordings - report.missedInNoise) with noise 5 to 12 dB softer."
        ]
        if report.checked > 0 {
            lines.append(
                "Of the \(report.checked) further recordings, \(report.checked - report.checkedMissed) would have been heard."
            )
        } else {
            lines.append(
                "How other voices and rooms fare is not known: give recordings of them with --check."
            )
        }
        if report.hoursOfOtherSound > 0 {
            let (minutes, alarms) = (report.hoursOfOtherSound * 60, report.falseAlarms)
            lines.append(
                String(
                    format: "%d false alarm%@ in %.0f minutes of other sound (%.1f an hour).", alarms,
                    alarms == 1 ? "" : "s", minutes, Double(alarms) / report.hoursOfOtherSound))
        } else {
            lines.append("False alarms are not known: give hours of other speech with --other.")
        }
        for place in report.suspects {
            let (minutes, seconds) = Int(place.second).quotientAndRemainder(dividingBy: 60)
            lines.append(
                "\(place.name) at \(minutes):\(seconds < 10 ? "0" : "")\(seconds) sounds like the wake word. Listen whether it is said there, and leave such sound out."
            )
        }
        if 2 * report.missed >= report.recordings {
            lines.append(
                "Most recordings are too unlike the others: record the wake word again, each time alike and in a quiet room."
            )
        }
        lines.append("Written to \(path): saybus-listen --mic --wake \"\(report.phrase)\" --wake-model \(path)")
        return lines.joined(separator: "\n")
    }

    private func recorded(_ count: Int, _ notes: TextOutput) async throws -> [[Int16]] {
        do {
            let opening = TimedOpening<MicrophoneCapture>("The microphone")
            let capture = try await opening.open(within: .seconds(10)) { [microphone] in
                try MicrophoneCapture(device: microphone, rate: PCMFormat.speech.rate)
            }
            var recordings: [[Int16]] = []
            var attempts = Self.attempts * count
            while recordings.count < count, attempts > 0 {
                attempts -= 1
                notes.line("\(recordings.count + 1) of \(count): say \"\(phrase)\" now.")
                var samples: [Int16] = []
                while samples.count < Self.seconds * PCMFormat.speech.rate, let block = try await capture.next() {
                    samples += block.samples
                }
                if let problem = WakeRecording.problem(with: samples) {
                    notes.line("Once more: \(problem).")
                } else {
                    recordings.append(samples)
                }
            }
            await capture.stop()
            return recordings
        } catch let error as SoundError {
            throw StageFailure(.unavailable, "\(error)")
        }
    }
}
