import SaybusSupport

/// A table whose columns are as wide as their widest cells.
struct SpanTable {
    /// A column's title and alignment.
    struct Column {
        /// The condition on which a table that is too wide does without a column.
        enum Omission {
            case never
            /// The table does without the column when all its cells are zero, a dash or empty.
            case whenBlank
            case always
        }

        let title: String
        let isNumber: Bool
        let omission: Omission
        /// Whether the column may end at the edge of the terminal, as a last column of sentences may.
        let isCut: Bool

        /// Returns a column of words, aligned left.
        static func words(_ title: String, omitted: Omission = .never, isCut: Bool = false) -> Column {
            Column(title: title, isNumber: false, omission: omitted, isCut: isCut)
        }

        /// Returns a column of numbers, aligned right.
        static func number(_ title: String, omitted: Omission = .never) -> Column {
            Column(title: title, isNumber: true, omission: omitted, isCut: false)
        }
    }

    private let columns: [Column]
    private var rows: [[Span]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; missing cells stay empty.
    mutating func add(_ row: [Span]) { rows.append(row) }

    /// Returns the lines, titles first.
    /// - Parameter width: The available columns of the terminal. A wider table does without those columns that may be
    ///   omitted, as far as necessary: blank ones first, and of these the last one first. If that is not enough, each
    ///   row has several lines, without the titles above. Nil means no limit.
    func lines(width: Int? = nil) -> [[Span]] {
        let all = [columns.map { Span.dim($0.title) }] + rows
        let widths = columns.indices.map { column in
            all.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
        }
        let shown = shown(widths, in: width ?? .max)
        let leastWidths = columns.indices.map { columns[$0].isCut ? columns[$0].title.displayWidth : widths[$0] }
        if let width, Self.width(of: shown, leastWidths) > width {
            return rows.flatMap { folded($0, shown, width: width) }
        }
        return all.map { row in
            let cells = shown.filter { $0 < row.count }
            return cells.map { column in
                let cell = row[column]
                let gap = String(repeating: " ", count: widths[column] - cell.text.displayWidth)
                // Spans are joined by one space; a second one separates the columns.
                let end = column == cells.last ? "" : " "
                return columns[column].isNumber
                    ? Span(gap + cell.text + end, cell.style) : Span(cell.text + gap + end, cell.style)
            }
        }
    }

    /// Returns the lines of one row: its words, and below them its numbers, each behind its title.
    private func folded(_ row: [Span], _ shown: [Int], width: Int) -> [[Span]] {
        var lines: [[Span]] = [[]]
        var used = 0
        func put(_ item: [Span], onNewLine isFirst: Bool) {
            let size = item.text.displayWidth
            if used > 0, isFirst || used + 2 + size > width {
                // Spans are joined by one space: this one indents by two.
                lines.append([.plain(" ")])
                used = 2
            } else if used > 0 {
                // With a space on both sides.
                lines[lines.count - 1].append(.plain(""))
                used += 2
            }
            lines[lines.count - 1] += item
            used += size
        }
        let cells = shown.filter { $0 < row.count && !row[$0].text.isEmpty }
        for column in cells where !columns[column].isNumber { put([row[column]], onNewLine: false) }
        let numbers = cells.filter { columns[$0].isNumber }
        for column in numbers {
            put([.dim(columns[column].title), row[column]], onNewLine: column == numbers.first)
        }
        return lines
    }

    /// Returns the columns that fit, or those that may not be omitted.
    private func shown(_ widths: [Int], in width: Int) -> [Int] {
        var shown = Array(columns.indices)
        let blank = shown.filter { columns[$0].omission == .whenBlank && isBlank($0) }
        let others = shown.filter { columns[$0].omission == .always }
        for column in blank.reversed() + others.reversed() {
            guard Self.width(of: shown, widths) > width else { break }
            shown.removeAll { $0 == column }
        }
        return shown
    }

    /// Returns the width of a line with these columns.
    private static func width(of shown: [Int], _ widths: [Int]) -> Int {
        shown.reduce(2 * (shown.count - 1)) { $0 + widths[$1] }
    }

    private func isBlank(_ column: Int) -> Bool {
        rows.allSatisfy { column >= $0.count || ["", "0", "–"].contains($0[column].text) }
    }
}
