import Foundation
import SaybusSupport

/// The most memory of a process that was in RAM at one time: since its start, or since the last ``reset()``.
public enum PeakMemory {
    /// Begins a new measurement of this process (proc(5): `clear_refs`).
    public static func reset() throws {
        guard ProcessMemory.resetPeak() else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Returns the peak in bytes.
    /// - Parameter process: The process's id; nil for this process.
    public static func bytes(of process: Int32? = nil) throws -> Int {
        guard let bytes = ProcessMemory.peak(of: process) else { throw CocoaError(.fileReadCorruptFile) }
        return bytes
    }
}
