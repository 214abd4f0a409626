import Foundation
import SaybusTerminal

/// A table of the figures of several recognizers, for people.
struct IntentFiguresTable {
    private let all: [IntentFigures]

    init(_ all: [IntentFigures]) { self.all = all }

    func lines(_ style: Style) -> [String] {
        var table = Table(Self.header)
        for figures in all { table.add(Self.row(figures).enumerated().map { Table.Cell($1, isNumber: $0 > 0) }) }
        guard let first = all.first else { return [] }
        let scope = first.outOfScopeSamples > 0 ? ", \(first.outOfScopeSamples) of them out of scope" : ""
        return table.lines(style) + [
            "Trained on \(first.trainSamples) samples, judged by \(first.testSamples)\(scope)."
        ]
    }

    static let header = [
        "engine", "intent %", "macro F1 %", "slot F1 %", "frame %", "in scope %", "rejected %", "precision %", "utt/s",
        "training s", "memory MB",
    ]

    static func row(_ figures: IntentFigures) -> [String] {
        func percent(_ share: Double?) -> String { share.map { String(format: "%.1f", 100 * $0) } ?? "–" }
        return [
            figures.engine, percent(figures.intentAccuracy), percent(figures.macroF1), percent(figures.slotF1),
            percent(figures.frameAccuracy), percent(figures.inScopeAccuracy), percent(figures.outOfScopeRecall),
            percent(figures.outOfScopePrecision), String(format: "%.0f", figures.utterancesPerSecond),
            String(format: "%.2f", figures.trainSeconds),
            figures.peakMemoryBytes.map { String(format: "%.0f", Double($0) / 1_048_576) } ?? "–",
        ]
    }
}
