/// Rows of a few elements each, best first, all in one array.
struct RankedRows<Element> {
    /// The most elements of a row.
    let width: Int
    private let filler: Element
    private var elements: [Element] = []
    private var counts: [Int32] = []

    /// Creates rows of at most `width` elements.
    /// - Parameter filler: An element for the room that is not used.
    init(width: Int, filler: Element) {
        (self.width, self.filler) = (width, filler)
        elements.reserveCapacity(width * Self.usualCount)
        counts.reserveCapacity(Self.usualCount)
    }

    /// The number of rows for which there is room from the beginning.
    private static var usualCount: Int { 16 }

    /// Adds an empty row, and returns its number.
    mutating func addRow() -> Int {
        elements.append(contentsOf: repeatElement(filler, count: width))
        counts.append(0)
        return counts.count - 1
    }

    /// Empties a row.
    mutating func clear(_ row: Int) { counts[row] = 0 }

    /// Returns the number of elements of a row.
    func count(_ row: Int) -> Int { Int(counts[row]) }

    /// The element at a rank in a row, 0 for the best. The rank must be below the row's count.
    subscript(row: Int, index: Int) -> Element { elements[row * width + index] }

    /// Returns the elements of a row, the best one first.
    func all(_ row: Int) -> [Element] { Array(elements[row * width..<row * width + count(row)]) }

    /// Inserts an element at an index of a row. A full row loses its last element.
    mutating func insert(_ element: Element, _ row: Int, at index: Int) {
        let begin = row * width
        var place = begin + min(count(row), width - 1)
        if count(row) < width { counts[row] += 1 }
        while place > begin + index {
            elements[place] = elements[place - 1]
            place -= 1
        }
        elements[begin + index] = element
    }

    /// Removes the elements of a row that meet a condition.
    mutating func remove(_ row: Int, where isRemoved: (Element) -> Bool) {
        let begin = row * width
        var kept = 0
        for index in 0..<count(row) where !isRemoved(elements[begin + index]) {
            elements[begin + kept] = elements[begin + index]
            kept += 1
        }
        counts[row] = Int32(kept)
    }
}
