/// The labels of a sample, sorted by name.
public struct MetricLabels: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The value of the labels of all samples for which a metric has no more room: see ``MetricRegistry``.
    static let other = "other"
    /// The most characters of a value.
    private static let maximumLength = 128

    /// The names with their values.
    let pairs: [Pair]

    struct Pair: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// Creates labels. Names become valid ones, and of two values of one name the last one counts.
    init(_ dimensions: [(String, String)]) {
        var values: [String: String] = [:]
        for (name, value) in dimensions { values[MetricName.ofLabel(name)] = String(value.prefix(Self.maximumLength)) }
        pairs = values.map { Pair(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
    }

    /// Creates labels.
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

    private init(pairs: [Pair]) { self.pairs = pairs }

    /// The same names, all with the value ``other``.
    var overflowing: MetricLabels { MetricLabels(pairs: pairs.map { Pair(name: $0.name, value: Self.other) }) }

    /// Returns the labels with a further one.
    public func with(_ name: String, _ value: String) -> MetricLabels {
        MetricLabels(pairs.map { ($0.name, $0.value) } + [(name, value)])
    }

    /// Returns the labels as they follow a metric's name; empty when there are none.
    /// - Parameter bound: The upper bound of a histogram's bucket, the label `le`, which comes last.
    func text(bound: String? = nil) -> String {
        let all = pairs.map { "\($0.name)=\"\(Self.escaped($0.value))\"" } + (bound.map { ["le=\"\($0)\""] } ?? [])
        return all.isEmpty ? "" : "{\(all.joined(separator: ","))}"
    }

    /// Returns a value as it stands between quotation marks.
    private static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
