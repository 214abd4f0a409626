import Foundation
import Glibc

/// The memory that this process can still get.
package enum FreeMemory {
    /// The least of what the machine, the control group and the process's limit leave, in bytes; nil when unknown.
    package static var bytes: Int? {
        [machine, controlGroup, limit].compactMap(\.self).min()
    }

    private static var machine: Int? {
        text("/proc/meminfo")?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
            .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }.map { $0 << 10 }
    }

    /// The memory that the control group (version 2) leaves, for containers and systemd's MemoryMax.
    private static var controlGroup: Int? {
        guard let line = text("/proc/self/cgroup")?.split(separator: "\n").first(where: { $0.hasPrefix("0::") }) else {
            return nil
        }
        let folder = "/sys/fs/cgroup" + line.dropFirst(3)
        guard let most = number("\(folder)/memory.max"), let used = number("\(folder)/memory.current") else {
            return nil
        }
        return max(0, most - used)
    }

    private static var limit: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max,
            limit.rlim_cur < rlim_t(Int.max)
        else { return nil }
        let pages = text("/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        return max(0, Int(limit.rlim_cur) - pages * Int(sysconf(Int32(_SC_PAGESIZE))))
    }

    private static func number(_ path: String) -> Int? {
        text(path).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
