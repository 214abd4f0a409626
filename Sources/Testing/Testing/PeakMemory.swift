import Foundation

/// The most memory of a process that was in RAM at one time: since its start, or since the last ``reset()``.
public enum PeakMemory {
    /// Begins a new measurement of this process (proc(5): `clear_refs`).
    public static func reset() throws { try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs")) }

    /// Returns the peak in bytes.
    /// - Parameter process: The process's id; nil for this process.
    public static func bytes(of process: Int32? = nil) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.map(String.init) ?? "self")/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let field = line?.split(whereSeparator: \.isWhitespace).dropFirst().first, let kibibytes = Int(field)
        else { throw CocoaError(.fileReadCorruptFile) }
        return kibibytes << 10
    }
}
