/// Rows in columns as wide as their widest cell.
struct SpanTable {
    /// What stands above a column.
    struct Column {
        let title: String
        let isNumber: Bool

        /// A column of words.
        static func words(_ title: String) -> Column { Column(title: title, isNumber: false) }
        /// A column of numbers, aligned at their ends.
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    private let columns: [Column]
    private var rows: [[Span]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// A row; what it lacks stays empty.
    mutating func add(_ row: [Span]) { rows.append(row) }

    /// The lines, titles first.
    func lines() -> [[Span]] {
        let all = [columns.map { Span.dim($0.title) }] + rows
        let widths = columns.indices.map { column in
            all.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
        }
        return all.map { row in
            row.enumerated().prefix(columns.count).map { column, cell in
                let gap = String(repeating: " ", count: widths[column] - cell.text.displayWidth)
                // Spans stand one space apart; two are easier to read.
                let end = column == row.count - 1 ? "" : " "
                return columns[column].isNumber
                    ? Span(gap + cell.text + end, cell.style) : Span(cell.text + gap + end, cell.style)
            }
        }
    }
}
