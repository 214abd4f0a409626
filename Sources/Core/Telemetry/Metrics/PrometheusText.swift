/// Prometheus' text format, version 0.0.4.
enum PrometheusText {
    /// The MIME type.
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// Returns metrics as text.
    static func text(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families where !family.samples.isEmpty {
            text += "# HELP \(family.name) \(escaped(family.help))\n# TYPE \(family.name) \(family.type.rawValue)\n"
            for sample in family.samples {
                let labels = sample.labels.text(bound: sample.bound.map(number))
                text += "\(family.name)\(sample.suffix)\(labels) \(number(sample.value))\n"
            }
        }
        return text
    }

    private static func escaped(_ help: String) -> String {
        help.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
            .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
    }

    /// Returns a number as Prometheus reads it.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int(exactly: value), whole.magnitude < 1 << 53 { return "\(whole)" }
        return "\(value)"
    }
}
