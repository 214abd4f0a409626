/// Valid names of metrics and labels, by Prometheus' data model.
enum MetricName {
    /// Returns the name of a metric for a label of swift-metrics, such as `kitchen_orders_total` for `kitchen.orders`.
    /// - Parameter unit: The end that the name must have by convention: `_total` or `_seconds`.
    static func ofMetric(_ label: String, unit: String = "") -> String {
        let name = valid(label, allowsColon: true)
        return name.hasSuffix(unit) ? name : name + unit
    }

    /// Returns the name of a label. `le`, names that begin with two underscores, and those of a scrape's target are
    /// Prometheus' own, and get an underscore at their end.
    static func ofLabel(_ label: String) -> String {
        let name = valid(label, allowsColon: false)
        let isReserved = ["le", "quantile", "job", "instance"].contains(name)
        return isReserved ? name + "_" : name.hasPrefix("__") ? "label" + name : name
    }

    private static func valid(_ text: String, allowsColon: Bool) -> String {
        var name = ""
        for scalar in text.unicodeScalars.prefix(200) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": name.unicodeScalars.append(scalar)
            case ":" where allowsColon: name.unicodeScalars.append(scalar)
            default: name += "_"
            }
        }
        guard let first = name.unicodeScalars.first else { return "_" }
        return ("0"..."9").contains(first) ? "_" + name : name
    }
}
