import Foundation

extension ProgramUnderTest {
    /// Leaves the program no free descriptor.
    package func exhaustDescriptors() async throws {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd")
        let used = Set(open.compactMap { Int($0) })
        try await limitDescriptors(to: (0...used.count).first { !used.contains($0) } ?? used.count)
    }

    /// Sets the program's soft limit of open files.
    package func limitDescriptors(to count: Int) async throws {
        try await ProgramUnderTest("/usr/bin/prlimit", ["--pid", "\(processID)", "--nofile=\(count):"]).exitCode()
    }
}
