import Foundation
import Glibc

/// The processor time that has been used so far: by all programs, and by this one with the programs it started.
struct ProcessorTimes {
    /// The time of all programs and of the hypervisor's other guests, in seconds.
    var all: Double
    /// The time of this process and of its children that have ended, in seconds.
    var own: Double

    /// The times until now; nil where the kernel does not tell them.
    static var now: ProcessorTimes? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8), let ticks = busyTicks(in: text)
        else { return nil }
        return ProcessorTimes(
            all: Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))),
            own: usage(RUSAGE_SELF) + usage(RUSAGE_CHILDREN))
    }

    /// Returns the clock ticks that were used, in the text of `/proc/stat` (see proc_stat(5)).
    ///
    /// Interrupts are left out: the kernel does not charge them to the process that they serve.
    static func busyTicks(in text: String) -> Int? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
        let fields = line.split(separator: " ").dropFirst().compactMap { Int($0) }
        // user, nice, system, idle, iowait, irq, softirq, steal
        guard fields.count >= 8 else { return nil }
        return fields[0] + fields[1] + fields[2] + fields[7]
    }

    private static func usage(_ who: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(who.rawValue, &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
