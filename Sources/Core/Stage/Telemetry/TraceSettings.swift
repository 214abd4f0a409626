import Foundation
import SaybusMessages
import SaybusTelemetry

/// The settings of traces: the command line's, else those of OpenTelemetry's environment variables.
struct TraceSettings {
    /// The collector; nil exports nothing.
    let collector: CollectorAddress?
    /// A remark on a variable that has no effect, as a sentence; nil when there is none.
    let remark: String?
    private let environment: [String: String]

    init(_ chosen: CollectorAddress?, _ environment: [String: String]) {
        self.environment = environment
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let isOff = value("OTEL_SDK_DISABLED")?.lowercased() == "true" || value("OTEL_TRACES_EXPORTER") == "none"
        if let chosen {
            (collector, remark) = (chosen, nil)
        } else if !isOff, let url = value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") {
            collector = CollectorAddress(url, isComplete: true)
            remark = collector == nil ? Self.unusable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", url) : nil
        } else if !isOff, let url = value("OTEL_EXPORTER_OTLP_ENDPOINT") {
            collector = CollectorAddress(url)
            remark = collector == nil ? Self.unusable("OTEL_EXPORTER_OTLP_ENDPOINT", url) : nil
        } else {
            (collector, remark) = (nil, nil)
        }
    }

    /// The machine's name, without a question to a server of names.
    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func unusable(_ variable: String, _ url: String) -> String {
        // A password must not be in the log.
        let fault =
            url.contains("@")
            ? "has a user or a password, which are not sent: leave them out" : "is no http:// URL, but \"\(url)\""
        return "no traces are sent: \(variable) \(fault)"
    }

    /// Returns the attributes of the program that stand with its spans.
    func resource(role: Role, instance: String) -> [String: String] {
        [
            "service.name": environment["OTEL_SERVICE_NAME"].flatMap { $0.isEmpty ? nil : $0 } ?? "saybus-\(role)",
            "service.namespace": "saybus", "service.instance.id": instance, "service.version": ProjectVersion.current,
            "process.pid": "\(getpid())", "host.name": Self.hostName,
            "telemetry.sdk.language": "swift",
        ]
    }
}
