import Glibc

/// The memory of processes, as proc(5) tells it.
package enum ProcessMemory {
    /// The most bytes of a file in `/proc` that is read.
    private static let maximumSize = 64 << 10

    /// The part of this process's memory that is in RAM, in bytes; nil where there is no `/proc`.
    package static var resident: Int? {
        // The second field is the number of resident pages.
        guard let fields = content(of: "/proc/self/statm")?.split(separator: " "), fields.count > 1,
            let pages = Int(fields[1])
        else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Returns the most memory that was in RAM at one time, in bytes: since the start of the process, or since the last
    /// ``resetPeak()``; nil where it cannot be read.
    /// - Parameter process: The process's id; nil for this process.
    package static func peak(of process: Int32? = nil) -> Int? {
        let path = "/proc/\(process.map { "\($0)" } ?? "self")/status"
        guard let line = content(of: path)?.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) })
        else { return nil }
        return kibibytes << 10
    }

    /// Returns free memory to the system, and begins a new measurement of this process's peak.
    /// - Returns: Whether a new measurement has begun.
    @discardableResult
    package static func resetPeak() -> Bool {
        // Swift's Glibc module does not export malloc_trim.
        if let trim = dlsym(nil, "malloc_trim") {
            _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
        }
        guard let file = fopen("/proc/self/clear_refs", "we") else { return false }
        defer { fclose(file) }
        return fputs("5", file) >= 0 && fflush(file) == 0
    }

    private static func content(of path: String) -> String? {
        (try? RegularFile(path, atMost: maximumSize)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
