import Glibc

/// The peak of this process's resident memory.
enum PeakMemory {
    /// The peak in bytes, `VmHWM` of `/proc/self/status` (proc(5)); nil where there is no such file.
    static var bytes: Int? {
        guard let file = fopen("/proc/self/status", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return text.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
        }
        return nil
    }

    /// Returns free memory to the system, and begins a new measurement.
    static func reset() {
        // Swift's Glibc module does not export malloc_trim.
        if let trim = dlsym(nil, "malloc_trim") {
            _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
        }
        guard let file = fopen("/proc/self/clear_refs", "we") else { return }
        fputs("5", file)
        fclose(file)
    }
}
