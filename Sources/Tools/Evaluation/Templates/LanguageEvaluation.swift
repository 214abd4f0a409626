import Foundation
import SaybusInteractionModels
import SaybusStage
import SaybusTerminal

/// `saybus evaluate intent --home-assistant DIR --language all`, which counts the sentences of each language.
struct LanguageEvaluation {
    /// A checkout of Home Assistant's intents, or the folder of the package `home-assistant-intents`.
    let folder: String
    let isJSON: Bool

    /// Prints a table of the languages.
    /// - Throws: `StageFailure` when there are no languages in the folder.
    func run(output: TextOutput) throws(StageFailure) {
        let languages = HomeAssistantModel.languages(in: folder)
        guard !languages.isEmpty else {
            throw StageFailure(
                .noInput, "there are no sentences in \(folder): name a checkout, or the package's folder")
        }
        let all = languages.map { LanguageFigures(folder: folder, language: $0) }
        if isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            guard let data = try? encoder.encode(all) else { return }
            return output.line(String(decoding: data, as: UTF8.self))
        }
        for line in table(all).lines(output.style, width: nil, givingWay: []) { output.line(line) }
        for figures in all {
            for problem in figures.problems.prefix(TemplateEvaluation.maximumListed) {
                output.line("  left out of \(figures.language): \(problem)")
            }
        }
    }

    private func table(_ all: [LanguageFigures]) -> Table {
        var table = Table(["language", "intents", "templates", "left out", "responses", "sentences", "found", "ms"])
        func number(_ value: Int) -> Table.Cell { Table.Cell("\(value)", isNumber: true) }
        for one in all {
            table.add([
                Table.Cell(one.language), number(one.intents), number(one.templates), number(one.problems.count),
                number(one.responses), number(one.sentences), Table.Cell(one.found, isNumber: true),
                number(one.milliseconds),
            ])
        }
        let sum = { (count: (LanguageFigures) -> Int) in all.reduce(0) { $0 + count($1) } }
        let found = LanguageFigures.percent(sum(\.understood), of: sum(\.sentences))
        table.add([
            Table.Cell("\(all.count) languages"), number(sum(\.intents)), number(sum(\.templates)),
            number(sum(\.problems.count)), number(sum(\.responses)), number(sum(\.sentences)),
            Table.Cell(found, isNumber: true), number(sum(\.milliseconds)),
        ])
        return table
    }
}
