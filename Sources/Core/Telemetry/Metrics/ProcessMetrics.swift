import Glibc

/// The metrics of a process that every program of Prometheus' has, from proc(5).
public enum ProcessMetrics {
    /// Returns the metrics at this moment; less where `/proc` is not readable.
    public static func families() -> [MetricFamily] {
        let clock = Double(sysconf(Int32(_SC_CLK_TCK)))
        let page = Double(sysconf(Int32(_SC_PAGESIZE)))
        // The name of the program, in parentheses, may hold blanks.
        let stat = fields(of: "/proc/self/stat", after: ")")
        let memory = fields(of: "/proc/self/statm")
        func number(_ fields: [Substring], _ index: Int) -> Double? {
            fields.indices.contains(index) ? Double(fields[index]) : nil
        }
        var families: [MetricFamily] = []
        func add(_ name: String, _ type: MetricFamily.MetricType, _ help: String, _ value: Double?) {
            if let value { families.append(MetricFamily(name, type, help, [(MetricLabels([]), value)])) }
        }
        // The fields after the name are counted from the state, field 3.
        if let user = number(stat, 14 - 3), let system = number(stat, 15 - 3) {
            add("process_cpu_seconds_total", .counter, "Processor time of this process.", (user + system) / clock)
        }
        add("process_threads", .gauge, "Threads of this process.", number(stat, 20 - 3))
        if let ticks = number(stat, 22 - 3), let boot = bootTime {
            add(
                "process_start_time_seconds", .gauge, "Start of this process, as Unix time.", boot + ticks / clock)
        }
        let (size, resident) = (number(memory, 0).map { $0 * page }, number(memory, 1).map { $0 * page })
        add("process_virtual_memory_bytes", .gauge, "Virtual memory of this process.", size)
        add("process_resident_memory_bytes", .gauge, "Memory of this process in RAM.", resident)
        add("process_open_fds", .gauge, "Open file descriptors of this process.", openDescriptors)
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            add("process_max_fds", .gauge, "Most file descriptors that this process may open.", Double(limit.rlim_cur))
        }
        return families
    }

    /// The time at which the machine started, as Unix time.
    private static let bootTime = text(of: "/proc/stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
        .flatMap { Double($0.dropFirst(6)) }

    private static var openDescriptors: Double? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // The folder itself and its parent are listed, and so is the descriptor of this list.
        return Double(count - 3)
    }

    private static func fields(of path: String, after mark: Character? = nil) -> [Substring] {
        let text = text(of: path)
        let start = mark.flatMap { text.lastIndex(of: $0) }.map { text.index(after: $0) } ?? text.startIndex
        return text[start...].split { $0 == " " || $0 == "\n" }
    }

    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(file, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }
}
