import SaybusMessages

/// A path to a part of a JSON document, such as `current.weather[0].description`.
struct JSONPath: Sendable, Equatable, CustomStringConvertible {
    /// A step of a path.
    enum Step: Sendable, Equatable {
        /// The member of an object.
        case member(String)
        /// The element of a list, counted from 0, or from the end if negative.
        case element(Int)
    }

    /// The steps.
    let steps: [Step]
    /// The path as written.
    let description: String

    /// Parses a path; nil for invalid text.
    init?(_ text: String) {
        description = text
        var steps: [Step] = []
        for (index, part) in text.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            // Only the first name may be empty, for a document that is a list.
            if !pieces[0].isEmpty {
                guard !pieces[0].contains("]") else { return nil }
                steps.append(.member(String(pieces[0])))
            } else if index > 0 || pieces.count == 1 {
                return nil
            }
            for piece in pieces.dropFirst() {
                guard piece.last == "]", let number = Int(piece.dropLast()) else { return nil }
                steps.append(.element(number))
            }
        }
        self.steps = steps
    }

    /// Returns the value at the path; nil without one.
    func value(in document: JSONValue) -> JSONValue? {
        var value = document
        for step in steps {
            switch (step, value) {
            case (.member(let name), .object(let members)):
                guard let member = members[name] else { return nil }
                value = member
            case (.element(let index), .array(let elements)):
                let place = index < 0 ? elements.count + index : index
                guard elements.indices.contains(place) else { return nil }
                value = elements[place]
            default: return nil
            }
        }
        return value
    }
}
