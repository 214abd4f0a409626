/// A signed ISO 8601 duration of a validation, such as `P3D`, `-P1M` or `PT2H30M`.
struct DurationOffset: Equatable {
    /// Calendar months. A year counts as twelve.
    var months = 0
    /// Calendar days. A week counts as seven.
    var days = 0
    /// Minutes of clock time.
    var minutes = 0
    /// Seconds of clock time besides the minutes.
    var seconds = 0

    /// Parses a duration; nil for other text.
    init?(_ text: String) {
        var rest = text[...]
        let sign = rest.hasPrefix("-") ? -1 : 1
        if rest.hasPrefix("-") || rest.hasPrefix("+") { rest = rest.dropFirst() }
        guard rest.first == "P" else { return nil }
        rest = rest.dropFirst()
        var isClock = false
        var parts = 0
        while let character = rest.first {
            if character == "T", !isClock {
                isClock = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let count = Int(digits), count < 100_000, let unit = rest.dropFirst(digits.count).first else {
                return nil
            }
            rest = rest.dropFirst(digits.count + 1)
            parts += 1
            switch (unit, isClock) {
            case ("Y", false): months += sign * count * 12
            case ("M", false): months += sign * count
            case ("W", false): days += sign * count * 7
            case ("D", false): days += sign * count
            case ("H", true): minutes += sign * count * 60
            case ("M", true): minutes += sign * count
            case ("S", true):
                minutes += sign * (count / 60)
                seconds += sign * (count % 60)
            default: return nil
            }
        }
        guard parts > 0 else { return nil }
    }
}
