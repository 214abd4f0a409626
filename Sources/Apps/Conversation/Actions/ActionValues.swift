import SaybusMessages

/// What a command's actions know: what was said, answered, and given back by programs and servers.
public struct ActionValues: Sendable, Equatable {
    /// By name, as they are spoken, logged and passed on.
    public private(set) var texts: [String: String] = [:]
    /// Those that are numbers.
    public private(set) var numbers: [String: Double] = [:]

    /// Creates the parameters of a command.
    public init(_ parameters: [String: Parameter] = [:]) {
        for (name, parameter) in parameters { self[name] = parameter.value }
    }

    /// A value by its name; nil when there is none.
    public subscript(name: String) -> Parameter.Value? {
        get { numbers[name].map { .number($0) } ?? texts[name].map { .text($0) } }
        set {
            texts[name] = newValue.map(Self.text(of:))
            numbers[name] = newValue?.number
        }
    }

    /// A value as it is spoken, logged and passed on.
    public static func text(of value: Parameter.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): SpokenNumber.text(number)
        }
    }
}
