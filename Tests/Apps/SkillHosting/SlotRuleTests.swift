import SaybusPhrases
import SaybusSkills
import Testing

@testable import SaybusInteractionModels
@testable import SaybusSkillHosting

@Suite("Validations of slots")
struct SlotRuleTests {
    /// A Wednesday, 14:00.
    private let now = LocalDateTime(date: CivilDate(year: 2026, month: 11, day: 25) ?? .today, minute: 14 * 60)

    private func accepts(
        _ type: String, _ value: String?, _ operands: [String: [String]] = [:], named name: String? = nil
    ) -> Bool {
        let found = name.map {
            Resolutions(resolutionsPerAuthority: [
                .init(authority: "a", status: .init(code: .match), values: [.init(value: .init(name: $0))])
            ])
        }
        let rule = SlotRule(.init(type: type, prompt: nil, operands: operands))
        return rule.accepts(Slot(name: "slot", value: value, resolutions: found), now: now)
    }

    @Test(
        "numbers, dates, times and durations are compared",
        arguments: [
            ("isGreaterThan", "3", "2", true), ("isGreaterThan", "2", "2", false),
            ("isGreaterThanOrEqualTo", "2", "2", true), ("isLessThan", "2", "2", false),
            ("isLessThan", "-1", "0", true),
            ("isLessThanOrEqualTo", "2", "2.0", true), ("isLessThanOrEqualTo", "2.5", "2", false),
            ("isGreaterThan", "2026-11-26", "2026-11-25", true), ("isLessThan", "2026-W47", "2026-11-25", true),
            ("isGreaterThan", "18:30", "18:00", true), ("isLessThan", "MO", "12:00", true),
            ("isLessThanOrEqualTo", "PT30M", "PT1H", true), ("isGreaterThan", "P1D", "PT25H", false),
            ("isGreaterThan", "PT50S", "PT30S", true), ("isLessThan", "PT1M", "PT1M30S", true),
            ("isGreaterThan", "many", "2", false), ("isLessThan", "?", "2", false), ("isLessThan", "2", "few", false),
        ])
    func compared(type: String, value: String, operand: String, isAccepted: Bool) {
        #expect(accepts(type, value, ["value": [operand]]) == isAccepted)
    }

    @Test("a set matches the spoken words and the names of resolved values")
    func sets() {
        #expect(accepts("isInSet", "Large", ["values": ["small", "large"]]))
        #expect(accepts("isInSet", "big", ["values": ["small", "large"]], named: "large"))
        #expect(!accepts("isInSet", "big", ["values": ["small", "large"]]))
        #expect(!accepts("isNotInSet", "big", ["values": ["large"]], named: "large"))
        #expect(accepts("isNotInSet", "big", ["values": ["large"]]))
        #expect(accepts("hasEntityResolutionMatch", "big", named: "large"))
        #expect(!accepts("hasEntityResolutionMatch", "enormous"))
        #expect(!accepts("isInSet", nil, ["values": ["large"]]))
    }

    @Test("each value of a list must pass, whatever the whole phrase is")
    func lists() {
        func slot(_ values: [String], unknown: [String] = []) -> Slot {
            let all = (values + unknown).map { name -> SlotValue in
                let isKnown = values.contains(name)
                let known: [Resolutions.ValueWrapper] = isKnown ? [.init(value: .init(name: name))] : []
                let found = Resolutions.Resolution(
                    authority: "a", status: .init(code: isKnown ? .match : .noMatch), values: known)
                return .simple(
                    SimpleSlotValue(value: name, resolutions: Resolutions(resolutionsPerAuthority: [found])))
            }
            return Slot(
                name: "items", value: (values + unknown).joined(separator: " and "), slotValue: .list(all))
        }
        func accepts(_ type: String, _ operands: [String: [String]], _ slot: Slot) -> Bool {
            SlotRule(.init(type: type, prompt: nil, operands: operands)).accepts(slot, now: now)
        }
        let clothes = ["values": ["socks", "shirts"]]
        #expect(accepts("hasEntityResolutionMatch", [:], slot(["socks", "shirts"])))
        #expect(!accepts("hasEntityResolutionMatch", [:], slot(["socks"], unknown: ["unicorns"])))
        #expect(accepts("isInSet", clothes, slot(["socks", "shirts"])))
        #expect(!accepts("isInSet", clothes, slot(["socks", "hat"])))
        #expect(!accepts("isNotInSet", ["values": ["hat"]], slot(["socks", "hat"])))
        #expect(accepts("isNotInSet", ["values": ["hat"]], slot(["socks", "shirts"])))
    }

    @Test(
        "a duration is relative to the current time",
        arguments: [
            ("2026-11-25", "P0D", "P7D", true), ("2026-12-02", "P0D", "P7D", true), ("2026-12-03", "P0D", "P7D", false),
            ("2026-11-24", "P0D", "P7D", false), ("2026-W48", "P0D", "P1D", true), ("2026-W47", "P0D", "P1D", false),
            ("2026-W48-WE", "P1D", "P3D", true), ("PRESENT_REF", "P0D", "P0D", true),
            ("2026-11-18", "-P1W", "P0D", true),
            ("2026-10", "-P1M", "P0D", true), ("2027-WI", "P0D", "P1M", true), ("2026-Q4", "P0D", "P0D", true),
            ("203X", "P0D", "P1Y", false), ("2026-12-24", "2026-12-20", "2026-12-26", true),
            ("15:00", "PT0S", "PT2H", true), ("13:59", "PT0S", "PT2H", false), ("EV", "PT0S", "PT4H", true),
            ("banana", "P0D", "P7D", false), ("2026-11-25", "soon", "P7D", false),
        ])
    func spans(value: String, start: String, end: String, isInside: Bool) {
        let operands = ["start": [start], "end": [end]]
        #expect(accepts("isInDuration", value, operands) == isInside)
        let canBeCompared = value != "banana" && start != "soon"
        #expect(accepts("isNotInDuration", value, operands) == (canBeCompared && !isInside))
    }

    @Test(
        "a span with one side is open on the other, and a rule without a span accepts everything",
        arguments: [
            ("2026-11-25", "P0D", nil, true), ("2030-01-01", "P0D", nil, true), ("2026-11-24", "P0D", nil, false),
            ("2026-11-24", nil, "P0D", true), ("1990-05-01", nil, "P0D", true), ("2026-11-26", nil, "P0D", false),
            ("1990-05-01", nil, "-P18Y", true), ("2015-05-01", nil, "-P18Y", false), ("2026-12-01", "P3D", nil, true),
            ("15:00", "PT0S", nil, true), ("13:00", "PT0S", nil, false), ("13:00", nil, "PT0S", true),
            ("2026-11-25", nil, nil, true), ("00:30", "PT9H", "PT11H", true), ("banana", "P0D", nil, false),
        ] as [(String, String?, String?, Bool)])
    func openSpans(value: String, start: String?, end: String?, isInside: Bool) {
        var operands: [String: [String]] = [:]
        if let start { operands["start"] = [start] }
        if let end { operands["end"] = [end] }
        #expect(accepts("isInDuration", value, operands) == isInside)
        let isReadable = value != "banana"
        let isOutside = operands.isEmpty || isReadable && !isInside
        #expect(accepts("isNotInDuration", value, operands) == isOutside)
    }

    @Test("numbers of a set are compared as numbers")
    func numbersInSet() {
        #expect(accepts("isInSet", "5", ["values": ["05", "7"]]))
        #expect(!accepts("isNotInSet", "7", ["values": ["7.0"]]))
    }

    @Test("week 53 is valid, and a winter starts in the previous year")
    func edges() throws {
        #expect(SlotTimeRange("2026-W53", now: now) != nil)
        for text in ["9999", "999X", "9999-12", "9999-Q4", "2026-Q9223372036854775807", "2026-Q0", "2026-W54"] {
            #expect(SlotTimeRange(text, now: now) == nil, "\(text)")
        }
        guard case .days(let winter) = SlotTimeRange("2027-WI", now: now) else {
            Issue.record("a season is days")
            return
        }
        #expect(CivilDate(days: winter.lowerBound).text == "2026-12-01")
        #expect(CivilDate(days: winter.upperBound).text == "2027-02-28")
    }
}
