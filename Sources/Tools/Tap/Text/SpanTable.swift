/// A table whose columns are as wide as their widest cells.
struct SpanTable {
    /// A column's title and alignment.
    struct Column {
        let title: String
        let isNumber: Bool

        /// Returns a column of words, aligned left.
        static func words(_ title: String) -> Column { Column(title: title, isNumber: false) }
        /// Returns a column of numbers, aligned right.
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    private let columns: [Column]
    private var rows: [[Span]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; missing cells stay empty.
    mutating func add(_ row: [Span]) { rows.append(row) }

    /// Returns the lines, titles first.
    func lines() -> [[Span]] {
        let all = [columns.map { Span.dim($0.title) }] + rows
        let widths = columns.indices.map { column in
            all.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
        }
        return all.map { row in
            row.enumerated().prefix(columns.count).map { column, cell in
                let gap = String(repeating: " ", count: widths[column] - cell.text.displayWidth)
                // Spans are joined by one space; a second one separates the columns.
                let end = column == row.count - 1 ? "" : " "
                return columns[column].isNumber
                    ? Span(gap + cell.text + end, cell.style) : Span(cell.text + gap + end, cell.style)
            }
        }
    }
}
