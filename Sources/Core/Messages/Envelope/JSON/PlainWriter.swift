import Foundation

/// The text, and which lists and objects are open in it.
final class PlainWriter {
    enum Form { case object, array }

    /// An open list or object.
    struct Scope {
        let form: Form
        let depth: Int
        let number: Int
    }

    private(set) var bytes: [UInt8] = []
    /// What was written is not to be used.
    private(set) var isUnsure = false
    private var open: [(scope: Scope, isEmpty: Bool)] = []
    private var opened = 0

    init() { bytes.reserveCapacity(512) }

    /// Opens a list or an object for a value that began at this depth, or returns the one that it has opened.
    func open(_ form: Form, at depth: Int) -> Scope {
        if open.count > depth {
            if open[depth].scope.form != form { isUnsure = true }
            return open[depth].scope
        }
        let scope = Scope(form: form, depth: depth, number: opened)
        opened += 1
        open.append((scope, true))
        bytes.append(form == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        return scope
    }

    /// Closes what was opened inside.
    func close(to depth: Int) {
        while open.count > depth, let last = open.popLast() {
            bytes.append(last.scope.form == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Makes the scope the innermost and writes the comma before its next value.
    func next(in scope: Scope) {
        close(to: scope.depth + 1)
        guard open.count == scope.depth + 1, open[scope.depth].scope.number == scope.number else {
            isUnsure = true
            return
        }
        if open[scope.depth].isEmpty {
            open[scope.depth].isEmpty = false
        } else {
            bytes.append(UInt8(ascii: ","))
        }
    }

    func next(in scope: Scope, name: some CodingKey) {
        next(in: scope)
        string(name.stringValue)
        bytes.append(UInt8(ascii: ":"))
    }

    var depth: Int { open.count }

    func giveUp() { isUnsure = true }

    func value(_ value: some Encodable) throws {
        // JSONEncoder has forms of its own for these.
        if value is Date || value is Data || value is URL || value is Decimal {
            isUnsure = true
            return
        }
        let (before, depth) = (bytes.count, open.count)
        try value.encode(to: PlainEncoder(writer: self, depth: depth))
        if bytes.count == before { isUnsure = true }
        close(to: depth)
    }

    func literal(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    func integer(_ value: some FixedWidthInteger) { bytes.append(contentsOf: String(value).utf8) }

    func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        guard value.isFinite else {
            isUnsure = true
            return
        }
        // The shortest text that reads as the same number; a whole number goes without its `.0`.
        let text = value.description.utf8
        bytes.append(contentsOf: text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
    }

    func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            var start = 0
            for index in text.indices where text[index] < 0x20 || text[index] == 0x22 || text[index] == 0x5C {
                bytes.append(contentsOf: text[start..<index])
                escape(text[index])
                start = index + 1
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x22, 0x5C: bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            literal("u00")
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (digits.utf8.count == 1 ? "0" + digits : digits).utf8)
        }
    }
}
