import SaybusConversation
import SaybusMessages
import SaybusPhrases

/// The values that a command's actions use: parameters, answers, and results of programs and servers.
public struct ActionValues: Sendable, Equatable {
    /// The texts by name, as they are spoken, logged and passed to programs.
    public private(set) var texts: [String: String] = [:]
    /// The numeric values by name.
    public private(set) var numbers: [String: Double] = [:]

    /// Creates the values of a command's parameters.
    public init(_ parameters: [String: Parameter] = [:]) {
        for (name, parameter) in parameters { self[name] = parameter.value }
    }

    /// The value of a name; nil without one.
    public subscript(name: String) -> Parameter.Value? {
        get { numbers[name].map { .number($0) } ?? texts[name].map { .text($0) } }
        set {
            texts[name] = newValue.map(Self.text(of:))
            numbers[name] = newValue?.number
        }
    }

    /// Returns a value as it is spoken, logged and passed to programs.
    public static func text(of value: Parameter.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): SpokenNumber.text(number)
        }
    }
}
