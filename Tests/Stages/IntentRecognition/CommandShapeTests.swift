import SaybusMessages
import SaybusStatisticalMatching
import Testing

@testable import SaybusIntentRecognition

@Suite("The parameters of a command, from the values that a model has found")
struct CommandShapeTests {
    private static let catalog = Catalog(
        app: "lamp",
        commands: [
            .init(type: "Dim", patterns: ["dim it to @level:Number"]),
            .init(type: "Fade", patterns: ["fade it to @level:Level"]),
            .init(type: "Pick", patterns: ["pick @place:AMAZON.Ordinal"]),
        ],
        slotTypes: [.init(name: "Level", values: [], range: .init(from: 0, to: 10))])

    @Test(
        "an ordinal behind an article is a part of one, and no amount",
        arguments: [
            ("Dim", "dim it to five", 5), ("Dim", "dim it to third", 3), ("Dim", "dim it to the third", 3),
            ("Dim", "dim it to a third", nil), ("Dim", "dim it to an eighth", nil),
            ("Dim", "dim it to a hundred", 100), ("Dim", "dim it to a hundredth", nil),
            ("Fade", "fade it to a five", 5), ("Fade", "fade it to a third", nil), ("Pick", "pick a third", 3),
        ] as [(String, String, Double?)])
    func fractions(command: String, text: String, number: Double?) throws {
        let shape = try #require(CommandShape.all([Self.catalog], intents: [command])[command])
        let space = try #require(text.lastIndex(of: " "))
        let start = text.distance(from: text.startIndex, to: space) + 1
        let slot = Sample.Slot(name: command == "Pick" ? "place" : "level", range: start..<text.count)
        let parameters = shape.parameters([slot], CharacterOffsets(text))
        #expect(parameters?.values.first?.value == number.map { .number($0) })
    }
}
