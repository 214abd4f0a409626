import Foundation
import SaybusStage

/// A file with a line for each recording that was judged wrong. Each line is a JSON object.
final class ErrorLog {
    private let file: FileHandle
    private let encoder = JSONEncoder()

    init(_ path: String) throws(StageFailure) {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw StageFailure(
                .inputOutput, "\(path) cannot be written: give --errors a file in a folder that is yours")
        }
        self.file = file
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    deinit { try? file.close() }

    func write(_ line: some Encodable) throws(StageFailure) {
        do {
            try file.write(contentsOf: encoder.encode(line) + [UInt8(ascii: "\n")])
        } catch {
            throw StageFailure(.inputOutput, "the file of errors cannot be written on: \(error.localizedDescription)")
        }
    }
}
