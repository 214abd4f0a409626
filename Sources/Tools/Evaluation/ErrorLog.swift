import Foundation
import SaybusStage
import SaybusSupport

/// A file with a line for each recording that was judged wrong. Each line is a JSON object.
final class ErrorLog {
    private let file: FileHandle
    private let encoder = JSONEncoder()

    init(_ path: String) throws(StageFailure) {
        // Unlike FileManager, this follows a link, and writes to a device or a pipe instead of replacing it.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw StageFailure(
                .inputOutput, "\(path) cannot be written: give --errors a file in a folder that is yours")
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func write(_ line: some Encodable) throws(StageFailure) {
        do {
            try file.write(contentsOf: encoder.encode(line) + [UInt8(ascii: "\n")])
        } catch {
            throw StageFailure(.inputOutput, "the file of errors cannot be written on: \(error.plainReason)")
        }
    }
}
