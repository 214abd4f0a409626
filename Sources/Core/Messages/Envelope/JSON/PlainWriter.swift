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

    /// The text so far.
    private struct Text {
        var bytes: [UInt8] = []
        var needsFoundation = false
        var open: [(scope: Scope, isEmpty: Bool)] = []
        var opened = 0
    }

    /// Behind a pointer, since each access to a variable of a class is checked for overlap with others at run time,
    /// which takes longer than to append a short text.
    private let text = UnsafeMutablePointer<Text>.allocate(capacity: 1)

    init() {
        text.initialize(to: Text())
        text.pointee.bytes.reserveCapacity(512)
    }

    deinit {
        text.deinitialize(count: 1)
        text.deallocate()
    }

    /// The text.
    private(set) var bytes: [UInt8] {
        get { text.pointee.bytes }
        _modify { yield &text.pointee.bytes }
    }
    /// Whether a value has a form that only `JSONEncoder` can write. The text must then be discarded.
    private(set) var needsFoundation: Bool {
        get { text.pointee.needsFoundation }
        set { text.pointee.needsFoundation = newValue }
    }
    private var open: [(scope: Scope, isEmpty: Bool)] {
        get { text.pointee.open }
        _modify { yield &text.pointee.open }
    }
    private var opened: Int {
        get { text.pointee.opened }
        set { text.pointee.opened = newValue }
    }

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

    func value<Value: Encodable>(_ value: Value) throws {
        // JSONEncoder gives these types a form other than their own `Encodable` conformance.
        if Value.self == Date.self || Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self {
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
        let digits = value.description.utf8
        bytes.append(contentsOf: digits.suffix(2).elementsEqual(".0".utf8) ? digits.dropLast(2) : digits[...])
    }
}
