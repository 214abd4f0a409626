import Foundation
import SaybusStage
import SaybusStatisticalMatching
import SaybusSupport

/// A report of an evaluation: the figures, the confusions, and the worst errors.
struct IntentReport {
    /// The number of confusions listed.
    static let maximumConfusions = 40

    private let figures: IntentFigures
    private let metrics: IntentMetrics
    private let errors: IntentErrors

    init(_ figures: IntentFigures, _ metrics: IntentMetrics, _ errors: IntentErrors) {
        (self.figures, self.metrics, self.errors) = (figures, metrics, errors)
    }

    /// Writes the report, as HTML when the file's extension is that of HTML, else as Markdown.
    func write(to path: String) throws(StageFailure) {
        let isHTML = path.hasSuffix(".html") || path.hasSuffix(".htm")
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(Data((isHTML ? html : markdown).utf8), to: path)
        } catch {
            throw StageFailure(.inputOutput, "\(path) cannot be written: \(error)")
        }
    }

    private var tables: [(title: String, header: [String], rows: [[String]])] {
        [
            ("Figures", IntentFiguresTable.header, [IntentFiguresTable.row(figures)]),
            ("Reliability", ["confidence", "utterances", "right %", "should be %"], reliability),
            ("Most confused", ["meant", "understood", "times", "share of what was meant %"], confusions),
            ("Weakest intents", ["intent", "F1 %"], weakest),
            ("Worst errors", ["said", "meant", "understood", "confidence"], worst),
        ]
    }

    private var confusions: [[String]] {
        var all: [(meant: String, understood: String, count: Int, share: Double)] = []
        for (meant, row) in metrics.confusions {
            let total = row.values.reduce(0, +)
            for (understood, count) in row where understood != meant {
                all.append((Self.name(meant), Self.name(understood), count, Double(count) / Double(total)))
            }
        }
        all.sort { ($1.count, $0.meant, $0.understood) < ($0.count, $1.meant, $1.understood) }
        return all.prefix(Self.maximumConfusions).map {
            [$0.meant, $0.understood, "\($0.count)", String(format: "%.1f", 100 * $0.share)]
        }
    }

    private var reliability: [[String]] {
        metrics.reliability.rows.filter { $0.count > 0 }.map { row in
            [
                String(format: "%.1f–%.1f", row.from, row.to), "\(row.count)",
                String(format: "%.1f", 100 * Double(row.right) / Double(row.count)),
                String(format: "%.1f", 100 * row.expected / Double(row.count)),
            ]
        }
    }

    private var weakest: [[String]] {
        metrics.intentF1.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(10)
            .map { [$0.key, String(format: "%.1f", 100 * $0.value)] }
    }

    private var worst: [[String]] {
        errors.worst.map { judgement in
            let (sample, reading) = (judgement.sample, judgement.reading)
            return [
                sample.text, Self.frame(sample.intent, sample.slots, sample.text),
                Self.frame(reading?.intent, reading?.slots ?? [], sample.text),
                reading.map { String(format: "%.2f", $0.confidence) } ?? "–",
            ]
        }
    }

    private static func name(_ intent: String?) -> String { intent ?? "(out of scope)" }

    private static func frame(_ intent: String?, _ slots: [Sample.Slot], _ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let values = slots.map { slot in
            "\(slot.name)=" + scalars[slot.range.clamped(to: scalars.indices)].map(String.init).joined()
        }
        return ([name(intent)] + values).joined(separator: ", ")
    }

    private var markdown: String {
        var lines = ["# Intents of \(figures.engine)", ""]
        for (title, header, rows) in tables where !rows.isEmpty {
            lines += ["## \(title)", ""]
            for row in [header, header.map { _ in "---" }] + rows {
                lines.append("| " + row.map(Self.markdownCell).joined(separator: " | ") + " |")
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private static func markdownCell(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "|", with: "\\|")
            .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: "\n", with: " ")
    }

    private var html: String {
        var body = "<h1>Intents of \(Self.htmlText(figures.engine))</h1>\n"
        for (title, header, rows) in tables where !rows.isEmpty {
            body += "<h2>\(title)</h2>\n<table>\n"
            body += "<tr>" + header.map { "<th>\(Self.htmlText($0))</th>" }.joined() + "</tr>\n"
            for row in rows { body += "<tr>" + row.map { "<td>\(Self.htmlText($0))</td>" }.joined() + "</tr>\n" }
            body += "</table>\n"
        }
        return """
            <!doctype html>
            <meta charset="utf-8">
            <title>Intents of \(Self.htmlText(figures.engine))</title>
            <style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em;text-align:left}</style>
            \(body)
            """
    }

    private static func htmlText(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }
}
