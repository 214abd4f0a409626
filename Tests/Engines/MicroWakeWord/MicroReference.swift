import Foundation

/// The reference of the features in Python, if it is installed there (`pip install pymicro-features`).
enum MicroReference {
    private static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "python3"
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../deploy/python/training/micro_features_golden.py").standardized.path

    static let isAvailable = (try? run(["-c", "import pymicro_features"], input: Data())) != nil

    static func vectors(_ samples: [Int16]) throws -> [[UInt16]] {
        let output = try run([script, "-", "-"], input: samples.withUnsafeBytes { Data($0) })
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: " ").compactMap { UInt16($0) }
        }
    }

    private struct Failed: Error {}

    private static func run(_ arguments: [String], input: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python] + arguments
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("micro-\(UUID()).pcm")
        try input.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return data
    }
}
