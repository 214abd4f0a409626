import Foundation

/// The most memory of this process that was in RAM at one time since the last ``reset()``.
public enum PeakMemory {
    /// Begins a new measurement (proc(5): `clear_refs`).
    public static func reset() throws { try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs")) }

    /// Returns the peak in bytes.
    public static func bytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let field = line?.split(whereSeparator: \.isWhitespace).dropFirst().first, let kibibytes = Int(field)
        else { throw CocoaError(.fileReadCorruptFile) }
        return kibibytes << 10
    }
}
