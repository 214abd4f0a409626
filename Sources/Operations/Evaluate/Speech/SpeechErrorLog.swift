import Foundation
import Messages
import Stage

/// A file with a JSON object for each recording that was not understood rightly.
final class SpeechErrorLog {
    private struct Line: Encodable {
        let audio: String
        let snr: Double?
        let intent: String?
        let slots: [String: Parameter.Value]
        let heard: String
        let confidence: Double
        let understood: String?
        let understoodSlots: [String: Parameter.Value]
    }

    private let file: FileHandle

    init(_ path: String) throws(StageFailure) {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw StageFailure(.failed, "\(path) cannot be written: give --errors a file in a folder that is yours")
        }
        self.file = file
    }

    deinit { try? file.close() }

    func write(_ trial: SpeechTrial) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = Line(
            audio: trial.label.audio, snr: trial.snr, intent: trial.label.intent, slots: trial.label.slots ?? [:],
            heard: trial.heard, confidence: trial.confidence, understood: trial.understood?.type,
            understoodSlots: trial.understood?.parameters.mapValues(\.value) ?? [:])
        do {
            try file.write(contentsOf: encoder.encode(line) + [UInt8(ascii: "\n")])
        } catch {
            throw StageFailure(.failed, "the file of errors cannot be written: \(error)")
        }
    }
}
