import Foundation

/// A file of benchmark runs, one line of JSON for each.
public struct RunFile: Sendable {
    /// The file's path.
    let path: String

    /// Creates a reference to a file, which need not exist.
    public init(_ path: String) { self.path = path }

    /// Appends a run.
    /// - Throws: ``RunFileError`` when the file cannot be written.
    public func append(_ run: BenchmarkRun) throws(RunFileError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            let line = try encoder.encode(run) + [UInt8(ascii: "\n")]
            if !FileManager.default.fileExists(atPath: path) {
                try Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            defer { try? file.close() }
            try file.seekToEnd()
            try file.write(contentsOf: line)
        } catch { throw RunFileError(code: .unwritable, sentence: "cannot write \(path)", cause: error) }
    }

    /// Returns the runs of the file.
    /// - Throws: ``RunFileError`` when the file cannot be read, or a line of it is no run.
    public func runs() throws(RunFileError) -> [BenchmarkRun] {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw RunFileError(code: .unreadable, sentence: "cannot read \(path)", cause: error)
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        var runs: [BenchmarkRun] = []
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty {
            do { runs.append(try decoder.decode(BenchmarkRun.self, from: line)) } catch {
                throw RunFileError(
                    code: .malformed,
                    sentence: "\(path), line \(index + 1): no benchmark run; --save of saybus-bench writes such lines",
                    cause: error)
            }
        }
        return runs
    }
}

/// A failure to read or write a file of benchmark runs.
public struct RunFileError: Error, CustomStringConvertible {
    /// The causes that callers distinguish.
    public enum Code: Sendable { case unreadable, unwritable, malformed }

    /// The kind of the failure.
    public var code: Code
    /// A sentence with the file's path.
    var sentence: String
    /// The error of the file system or of the decoder; nil for none.
    var cause: (any Error)?

    /// The sentence, and the cause of a failure of the file system.
    public var description: String {
        guard code != .malformed, let cause else { return sentence }
        let reason = (cause as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? cause as NSError
        return "\(sentence): \(reason.localizedDescription)"
    }
}
