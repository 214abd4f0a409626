import SaybusInteractionModels
import SaybusPhrases
import SaybusSkills

/// A validation of a dialog model, applied to a slot's value.
struct SlotRule {
    /// The known types of validation.
    static let types: Set<String> = [
        "hasEntityResolutionMatch", "isInSet", "isNotInSet", "isGreaterThan", "isGreaterThanOrEqualTo", "isLessThan",
        "isLessThanOrEqualTo", "isInDuration", "isNotInDuration",
    ]

    private let validation: InteractionModel.Validation

    /// Returns a sentence about a validation that cannot work as it is meant; nil for none.
    static func problem(_ validation: InteractionModel.Validation) -> String? {
        func operand(_ name: String) -> String? { validation.operands[name]?.first }
        switch validation.type {
        case "hasEntityResolutionMatch": return nil
        case "isInSet", "isNotInSet":
            return validation.operands["values"]?.isEmpty == false ? nil : "\(validation.type) has no values"
        case "isInDuration", "isNotInDuration":
            let ends = ["start", "end"].compactMap { operand($0) }
            guard !ends.isEmpty else { return "\(validation.type) has neither start nor end: every value passes" }
            let wrong = ends.first { DurationOffset($0) == nil && SlotTimeRange($0, now: .now) == nil }
            return wrong.map {
                "\(validation.type): \($0) is neither a duration such as P3D nor a date: no value passes"
            }
        case let type where types.contains(type):
            guard let value = operand("value") else { return "\(type) has no value: no value passes" }
            let isComparable =
                Double(value) != nil || SlotTimeRange(value, now: .now) != nil || DurationOffset(value) != nil
            return isComparable
                ? nil : "\(type): \"\(value)\" is no number, date, time or duration: no value passes"
        case let type: return "\(type) is no validation that is known: every value passes"
        }
    }

    /// Creates a rule. A rule of unknown type accepts every value.
    init(_ validation: InteractionModel.Validation) { self.validation = validation }

    /// Returns whether the rule accepts a slot; of a list, each value. A comparison rejects values that cannot be
    /// compared, such as words in place of a number.
    func accepts(_ slot: Slot, now: LocalDateTime) -> Bool {
        guard let value = slot.spokenValue else { return false }
        guard case .list = slot.slotValue else { return accepts(value, slot.resolutions, now) }
        let values = Self.values(slot.slotValue)
        return !values.isEmpty && values.allSatisfy { accepts($0.value ?? "", $0.resolutions, now) }
    }

    /// Returns the single values of a slot, those of nested lists among them.
    private static func values(_ value: SlotValue?) -> [SimpleSlotValue] {
        switch value {
        case .simple(let value): [value]
        case .list(let values): values.flatMap { Self.values($0) }
        case nil: []
        }
    }

    private func accepts(_ value: String, _ resolutions: Resolutions?, _ now: LocalDateTime) -> Bool {
        switch validation.type {
        case "hasEntityResolutionMatch": return resolutions?.matches.isEmpty == false
        case "isInSet": return isInSet(value, resolutions)
        case "isNotInSet": return !isInSet(value, resolutions)
        case "isGreaterThan": return compare(value, now).map { $0 > 0 } ?? false
        case "isGreaterThanOrEqualTo": return compare(value, now).map { $0 >= 0 } ?? false
        // Amazon's schema describes this as "less than or equal", but has another rule of that name.
        case "isLessThan": return compare(value, now).map { $0 < 0 } ?? false
        case "isLessThanOrEqualTo": return compare(value, now).map { $0 <= 0 } ?? false
        case "isInDuration": return !hasBounds || isInDuration(value, now) ?? false
        case "isNotInDuration": return !hasBounds || isInDuration(value, now).map { !$0 } ?? false
        default: return true
        }
    }

    /// Returns whether the spoken words, or a value they resolve to, are in the rule's set.
    private func isInSet(_ value: String, _ resolutions: Resolutions?) -> Bool {
        let names = [value] + (resolutions?.matches.map(\.name) ?? [])
        let values = validation.operands["values"] ?? []
        let set = Set(values.map(EntityResolver.key))
        if names.contains(where: { set.contains(EntityResolver.key($0)) }) { return true }
        return Double(value).map { values.compactMap(Double.init).contains($0) } ?? false
    }

    /// Returns a negative number when the value is less than the rule's operand, zero when they are equal or
    /// overlap, and a positive number when the value is greater; nil when they cannot be compared.
    private func compare(_ value: String, _ now: LocalDateTime) -> Int? {
        guard let operand = validation.operands["value"]?.first else { return nil }
        if let number = Double(value), let other = Double(operand) {
            return number < other ? -1 : number > other ? 1 : 0
        }
        switch (SlotTimeRange(value, now: now), SlotTimeRange(operand, now: now)) {
        case (.days(let days), .days(let other)), (.minutes(let days), .minutes(let other)):
            return days.upperBound < other.lowerBound ? -1 : days.lowerBound > other.upperBound ? 1 : 0
        default: break
        }
        guard let length = DurationOffset(value), let other = DurationOffset(operand) else { return nil }
        let (seconds, others) = (Self.seconds(length), Self.seconds(other))
        return seconds < others ? -1 : seconds > others ? 1 : 0
    }

    /// Returns a duration in seconds for comparisons. A month counts as thirty days.
    private static func seconds(_ length: DurationOffset) -> Int {
        ((length.months * 30 + length.days) * 1440 + length.minutes) * 60 + length.seconds
    }

    /// Whether a rule about a time span has a start or an end; without either it accepts every value.
    private var hasBounds: Bool { (validation.operands["start"] ?? validation.operands["end"])?.first != nil }

    /// Returns whether any of the value's days or minutes lies between the rule's start and end, both inclusive. A span
    /// without a start, or without an end, is open on that side.
    /// - Returns: Nil when they cannot be compared.
    private func isInDuration(_ value: String, _ now: LocalDateTime) -> Bool? {
        switch SlotTimeRange(value, now: now) {
        case .days(let days):
            guard let span = span({ day($0, now) }) else { return nil }
            return days.overlaps(span)
        case .minutes(let minutes):
            guard let span = span({ minute($0, now) }) else { return nil }
            // A time of day has no date: at ten in the evening, "one o'clock" is within four hours.
            let days = [span.lowerBound, span.upperBound].filter { $0 != .min && $0 != .max }.map { Self.day($0) }
            return Set(days + [0]).contains { day in
                let shift = day * 1440
                return (minutes.lowerBound + shift...minutes.upperBound + shift).overlaps(span)
            }
        case nil: return nil
        }
    }

    /// Returns the rule's span, by a reading of its ends; nil when an end cannot be read.
    private func span(_ bound: (String) -> Int?) -> ClosedRange<Int>? {
        func end(_ name: String, open: Int) -> Int? {
            validation.operands[name]?.first.flatMap(bound) ?? (validation.operands[name] == nil ? open : nil)
        }
        guard let first = end("start", open: .min), let last = end("end", open: .max), first <= last else { return nil }
        return first...last
    }

    /// Returns the day of a minute, relative to today.
    private static func day(_ minute: Int) -> Int { minute >= 0 ? minute / 1440 : (minute - 1439) / 1440 }

    private func day(_ text: String, _ now: LocalDateTime) -> Int? {
        guard let offset = DurationOffset(text) else {
            if case .days(let days) = SlotTimeRange(text, now: now) { return days.lowerBound }
            return nil
        }
        let minutes = now.minute + offset.minutes
        return now.date.adding(months: offset.months).days + offset.days + Self.day(minutes)
    }

    private func minute(_ text: String, _ now: LocalDateTime) -> Int? {
        guard let offset = DurationOffset(text) else {
            if case .minutes(let minutes) = SlotTimeRange(text, now: now) { return minutes.lowerBound }
            return nil
        }
        return now.minute + (offset.months * 30 + offset.days) * 1440 + offset.minutes
    }
}
