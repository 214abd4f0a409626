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

        /// Returns a column of words, aligned left.
        static func words(_ title: String, omitted: Omission = .never) -> Column {
            Column(title: title, isNumber: false, omission: omitted)
        }

        /// Returns a column of numbers, aligned right.
        static func number(_ title: String, omitted: Omission = .never) -> Column {
            Column(title: title, isNumber: true, omission: omitted)
        }
    }

    private let columns: [Column]
    private var rows: [[Span]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; missing cells stay empty.
    mutating func add(_ row: [Span]) { rows.append(row) }

    /// Returns the lines, titles first.
    /// - Parameter width: The available columns of the terminal. A wider table does without those columns that may be
    ///   omitted, as far as necessary: blank ones first, and of these the last one first. Nil means no limit.
    func lines(width: Int? = nil) -> [[Span]] {
        let all = [columns.map { Span.dim($0.title) }] + rows
        let widths = columns.indices.map { column in
            all.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
        }
        let shown = shown(widths, in: width ?? .max)
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

    /// Returns the columns that fit, or those that may not be omitted.
    private func shown(_ widths: [Int], in width: Int) -> [Int] {
        var shown = Array(columns.indices)
        let blank = shown.filter { columns[$0].omission == .whenBlank && isBlank($0) }
        let others = shown.filter { columns[$0].omission == .always }
        for column in blank.reversed() + others.reversed() {
            guard shown.reduce(2 * (shown.count - 1), { $0 + widths[$1] }) > width else { break }
            shown.removeAll { $0 == column }
        }
        return shown
    }

    private func isBlank(_ column: Int) -> Bool {
        rows.allSatisfy { column >= $0.count || ["", "0", "–"].contains($0[column].text) }
    }
}
