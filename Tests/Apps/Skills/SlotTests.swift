import SaybusSkills
import Testing

@Suite("Slots")
struct SlotTests {
    private func resolution(_ code: Resolutions.Status.Code, _ names: String...) -> Resolutions.Resolution {
        Resolutions.Resolution(
            authority: "a", status: Resolutions.Status(code: code),
            values: names.map { Resolutions.ValueWrapper(value: Resolutions.Value(name: $0, id: "")) })
    }

    @Test("the spoken words and the resolved value are separate, and the first authority with a match counts")
    func resolved() {
        let resolutions = Resolutions(resolutionsPerAuthority: [
            resolution(.noMatch), resolution(.match), resolution(.match, "large"), resolution(.match, "huge"),
        ])
        let slot = Slot(name: "size", value: "big", resolutions: resolutions)
        #expect(slot.spokenValue == "big")
        #expect(slot.resolvedValue?.name == "large")
        #expect(!slot.isAmbiguous)
    }

    @Test("words that match several values are ambiguous")
    func ambiguous() {
        let slot = Slot(
            name: "size", value: "big",
            resolutions: Resolutions(resolutionsPerAuthority: [resolution(.match, "large", "huge")]))
        #expect(slot.isAmbiguous)
        #expect(slot.resolutions?.matches.map(\.name) == ["large", "huge"])
    }

    @Test("a value that no authority knows keeps the spoken words")
    func noMatch() {
        let slot = Slot(
            name: "size", value: "gigantic", resolutions: Resolutions(resolutionsPerAuthority: [resolution(.noMatch)]))
        #expect(slot.spokenValue == "gigantic")
        #expect(slot.resolvedValue == nil)
        #expect(Slot(name: "size", value: "big").resolvedValue == nil)
    }

    @Test("a question mark and empty text are not values", arguments: ["?", "", nil])
    func missing(value: String?) {
        #expect(Slot(name: "count", value: value).spokenValue == nil)
    }

    @Test(
        "an intent is fulfillable when its dialog is over and the user did not deny it",
        arguments: [
            (nil, ConfirmationStatus.none, true), (.completed, .confirmed, true),
            (.completed, ConfirmationStatus.none, true),
            (.completed, .denied, false), (.started, ConfirmationStatus.none, false), (.inProgress, .confirmed, false),
            (nil, .denied, false),
        ] as [(DialogState?, ConfirmationStatus, Bool)])
    func fulfillable(state: DialogState?, status: ConfirmationStatus, expected: Bool) {
        let request = IntentRequest(
            requestId: "r", timestamp: Samples.time, dialogState: state,
            intent: Intent(name: "OrderIntent", confirmationStatus: status))
        #expect(request.isFulfillable == expected)
    }
}
