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

    /// Creates a rule. A rule of unknown type accepts every value.
    init(_ validation: InteractionModel.Validation) { self.validation = validation }

    /// Returns whether the rule accepts a value. A comparison rejects values that cannot be compared, such as
    /// words in place of a number.
    func accepts(_ slot: Slot, now: LocalDateTime) -> Bool {
        guard let value = slot.spokenValue else { return false }
        switch validation.type {
        case "hasEntityResolutionMatch": return slot.resolutions?.matches.isEmpty == false
        case "isInSet": return isInSet(slot, value)
        case "isNotInSet": return !isInSet(slot, value)
        case "isGreaterThan": return compare(value, now).map { $0 > 0 } ?? false
        case "isGreaterThanOrEqualTo": return compare(value, now).map { $0 >= 0 } ?? false
        // Amazon's schema describes this as "less than or equal", but has another rule of that name.
        case "isLessThan": return compare(value, now).map { $0 < 0 } ?? false
        case "isLessThanOrEqualTo": return compare(value, now).map { $0 <= 0 } ?? false
        case "isInDuration": return isInDuration(value, now) ?? false
        case "isNotInDuration": return isInDuration(value, now).map { !$0 } ?? false
        default: return true
        }
    }

    /// Returns whether the spoken words, or a value they resolve to, are in the rule's set.
    private func isInSet(_ slot: Slot, _ value: String) -> Bool {
        let names = [value] + (slot.resolutions?.matches.map(\.name) ?? [])
        let set = Set((validation.operands["values"] ?? []).map(EntityResolver.key))
        return names.contains { set.contains(EntityResolver.key($0)) }
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
        let (minutes, others) = (Self.minutes(length), Self.minutes(other))
        return minutes < others ? -1 : minutes > others ? 1 : 0
    }

    /// Returns a duration in minutes for comparisons. A month counts as thirty days.
    private static func minutes(_ length: DurationOffset) -> Int {
        (length.months * 30 + length.days) * 1440 + length.minutes
    }

    /// Returns whether any of the value's days or minutes lies between the rule's start and end, both inclusive;
    /// nil when they cannot be compared.
    private func isInDuration(_ value: String, _ now: LocalDateTime) -> Bool? {
        guard let start = validation.operands["start"]?.first, let end = validation.operands["end"]?.first else {
            return nil
        }
        switch SlotTimeRange(value, now: now) {
        case .days(let days):
            guard let first = day(start, now), let last = day(end, now), first <= last else { return nil }
            return days.overlaps(first...last)
        case .minutes(let minutes):
            guard let first = minute(start, now), let last = minute(end, now), first <= last else { return nil }
            return minutes.overlaps(first...last)
        case nil: return nil
        }
    }

    private func day(_ text: String, _ now: LocalDateTime) -> Int? {
        guard let offset = DurationOffset(text) else {
            if case .days(let days) = SlotTimeRange(text, now: now) { return days.lowerBound }
            return nil
        }
        let minutes = now.minute + offset.minutes
        let days = minutes >= 0 ? minutes / 1440 : (minutes - 1439) / 1440
        return now.date.adding(months: offset.months).days + offset.days + days
    }

    private func minute(_ text: String, _ now: LocalDateTime) -> Int? {
        guard let offset = DurationOffset(text) else {
            if case .minutes(let minutes) = SlotTimeRange(text, now: now) { return minutes.lowerBound }
            return nil
        }
        return now.minute + (offset.months * 30 + offset.days) * 1440 + offset.minutes
    }
}
