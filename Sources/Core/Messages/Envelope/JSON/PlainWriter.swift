import Foundation

/// JSON text that is being written, and the arrays and objects that are open in it.
final class PlainWriter {
    enum Form { case object, array }

    /// An open array or object.
    struct Scope {
        let form: Form
        /// The number of arrays and objects around it.
        let depth: Int
        /// The serial number of the scope, since another one may be open at the same depth later.
        let number: Int
    }

    private(set) var bytes: [UInt8] = []
    /// Whether a value has a form that only `JSONEncoder` can write. The text must then be discarded.
    private(set) var needsFoundation = false
    private var open: [(scope: Scope, isEmpty: Bool)] = []
    private var opened = 0

    init() { bytes.reserveCapacity(512) }

    /// Opens an array or an object for a value that began at this depth, or returns the one that the value has
    /// opened before.
    func open(_ form: Form, at depth: Int) -> Scope {
        if open.count > depth {
            if open[depth].scope.form != form { needsFoundation = true }
            return open[depth].scope
        }
        let scope = Scope(form: form, depth: depth, number: opened)
        opened += 1
        open.append((scope, true))
        bytes.append(form == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        return scope
    }

    /// Closes the innermost arrays and objects until this many are open.
    func close(to depth: Int) {
        while open.count > depth, let last = open.popLast() {
            bytes.append(last.scope.form == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        }
    }

    /// Makes a scope the innermost one and writes the comma before its next value.
    func next(in scope: Scope) {
        close(to: scope.depth + 1)
        guard open.count == scope.depth + 1, open[scope.depth].scope.number == scope.number else {
            needsFoundation = true
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
        bytes.appendJSON(name.stringValue)
        bytes.append(UInt8(ascii: ":"))
    }

    /// The number of open arrays and objects.
    var depth: Int { open.count }

    /// Leaves the whole value to `JSONEncoder`.
    func leaveToFoundation() { needsFoundation = true }

    func value(_ value: some Encodable) throws {
        // JSONEncoder gives these types a form other than their own `Encodable` conformance.
        if value is Date || value is Data || value is URL || value is Decimal {
            needsFoundation = true
            return
        }
        let (before, depth) = (bytes.count, open.count)
        try value.encode(to: PlainEncoder(writer: self, depth: depth))
        if bytes.count == before { needsFoundation = true }
        close(to: depth)
    }

    func literal(_ text: StaticString) { bytes.append(text) }

    func integer(_ value: some FixedWidthInteger) { bytes.appendJSON(value) }

    func string(_ value: String) { bytes.appendJSON(value) }

    func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        guard value.isFinite else {
            needsFoundation = true
            return
        }
        // The description is the shortest text that reads as the same number. JSONEncoder omits the `.0` of
        // whole numbers too.
        let text = value.description.utf8
        bytes.append(contentsOf: text.suffix(2).elementsEqual(".0".utf8) ? text.dropLast(2) : text[...])
    }
}
