import Foundation
import Glibc

/// The machine of a benchmark run.
struct Machine: Sendable, Codable, Equatable, CustomStringConvertible {
    /// The model of the processor, as the kernel names it.
    var processor: String
    /// The number of processors in use.
    var processors: Int
    /// The main memory, in bytes.
    var memoryBytes: Int
    /// The kernel's name, release and architecture: `Linux 6.1.0 x86_64`.
    var kernel: String

    /// The machine of this process.
    static var current: Machine {
        var name = utsname()
        uname(&name)
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        return Machine(
            processor: processor(in: information) ?? "unknown processor",
            processors: ProcessInfo.processInfo.activeProcessorCount,
            memoryBytes: Int(clamping: ProcessInfo.processInfo.physicalMemory),
            kernel: [text(name.sysname), text(name.release), text(name.machine)].joined(separator: " "))
    }

    /// Returns the processor's model in the text of `/proc/cpuinfo`. The field's name depends on the architecture.
    static func processor(in information: String) -> String? {
        let fields = information.split(separator: "\n").compactMap { line -> (name: Substring, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[..<colon].trimmingSuffix(while: \.isWhitespace)
            return (name, line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        for name in ["model name", "Model", "Hardware"] {
            if let field = fields.first(where: { $0.name == name && !$0.value.isEmpty }) { return field.value }
        }
        return nil
    }

    private static func text<Value>(_ field: Value) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The machine in one line.
    var description: String {
        let gibibytes = Double(memoryBytes) / 1_073_741_824
        return
            "\(processor), \(processors) processor\(processors == 1 ? "" : "s"), \(Figure.text(gibibytes)) GiB, \(kernel)"
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, matches(last) { rest.removeLast() }
        return rest
    }
}
