import SaybusMessages

/// Changes of one place in a JSON value.
public enum JSONMutation {
    /// Returns a value with one random place changed: replaced by a hostile value, removed, repeated, or exchanged with
    /// another place.
    public static func mutated(_ value: JSONValue, using generator: inout some RandomNumberGenerator) -> JSONValue {
        let count = size(value)
        var place = Int.random(in: 0..<count, using: &generator)
        // The whole value is one place of many: fields are of more interest.
        if place == 0, count > 1 { place = Int.random(in: 1..<count, using: &generator) }
        let donor = element(Int.random(in: 0..<count, using: &generator), of: value)
        let change = change(donor: donor, using: &generator)
        return replaced(value, &place, change) ?? .null
    }

    /// Returns a value for a place; nil removes the place.
    private static func change(
        donor: JSONValue, using generator: inout some RandomNumberGenerator
    ) -> (JSONValue) -> JSONValue? {
        let hostile = HostileValue.all.randomElement(using: &generator) ?? .null
        let times = Int.random(in: 2...200, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return { _ in nil }
        case 1: return { _ in donor }
        case 2: return { .array([$0]) }
        case 3:
            return { old in
                switch old {
                case .array(let elements) where elements.count < 50:
                    .array(Array(repeatElement(elements, count: min(times, 20)).joined()))
                case .string(let text) where text.utf8.count < 200: .string(String(repeating: text, count: times))
                case .integer(let number): .integer(number == .min ? .max : -number)
                default: .array([old, old])
                }
            }
        case 4:
            return { old in
                guard case .object(var members) = old else { return hostile }
                members["unknown \(times)"] = hostile
                return .object(members)
            }
        default: return { _ in hostile }
        }
    }

    /// Returns the number of places: the value itself and all that it contains.
    private static func size(_ value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + size($1) }
        case .object(let members): members.values.reduce(1) { $0 + size($1) }
        default: 1
        }
    }

    private static func element(_ place: Int, of value: JSONValue) -> JSONValue {
        var place = place
        var found = JSONValue.null
        _ = replaced(value, &place) { old in
            found = old
            return old
        }
        return found
    }

    /// Returns a value with the place changed that is `place` steps ahead; nil when the value itself is removed.
    private static func replaced(
        _ value: JSONValue, _ place: inout Int, _ change: (JSONValue) -> JSONValue?
    ) -> JSONValue? {
        defer { place -= 1 }
        if place == 0 { return change(value) }
        switch value {
        case .array(let elements) where place > 0:
            place -= 1
            defer { place += 1 }
            return .array(elements.compactMap { replaced($0, &place, change) })
        case .object(let members) where place > 0:
            place -= 1
            defer { place += 1 }
            var result: [String: JSONValue] = [:]
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                result[name] = replaced(member, &place, change)
            }
            return .object(result)
        default: return value
        }
    }
}
