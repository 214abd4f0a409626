/// An expression of a template.
indirect enum TemplateExpression: Sendable, Equatable {
    /// An operation on two values.
    enum Operation: String, Sendable {
        // The operators of Jinja, as they are written.
        case or, and, equal = "==", unequal = "!=", less = "<", more = ">", atMost = "<=", atLeast = ">="
        case isIn = "in", concatenate = "~", plus = "+", minus = "-", times = "*", divide = "/", quotient = "//"
        case remainder = "%"
    }

    /// The arguments of a call.
    struct Arguments: Sendable, Equatable {
        /// The positional arguments.
        var values: [TemplateExpression] = []
        /// The named arguments.
        var named: [String: TemplateExpression] = [:]
    }

    /// A value.
    case literal(TemplateValue)
    /// The value of a name.
    case name(String)
    /// A list.
    case list([TemplateExpression])
    /// A dictionary.
    case map([MapEntry])
    /// A member by its name.
    case member(TemplateExpression, String)
    /// An item by its index or key.
    case item(TemplateExpression, TemplateExpression)
    /// A part of a list or text.
    case slice(TemplateExpression, from: TemplateExpression?, to: TemplateExpression?)
    /// A call of a function.
    case call(String, Arguments)
    /// A call of a method.
    case method(TemplateExpression, String, Arguments)
    /// A filter.
    case filter(TemplateExpression, String, Arguments)
    /// A test: `is defined`.
    case test(TemplateExpression, String, Arguments)
    /// `not`
    case not(TemplateExpression)
    /// The number with the other sign.
    case negative(TemplateExpression)
    /// Two values and an operator.
    case operation(Operation, TemplateExpression, TemplateExpression)
    /// `a if b else c`
    case condition(TemplateExpression, then: TemplateExpression, otherwise: TemplateExpression?)

    /// A key of a dictionary and its value.
    struct MapEntry: Sendable, Equatable {
        /// The key.
        let key: TemplateExpression
        /// The value.
        let value: TemplateExpression
    }
}
