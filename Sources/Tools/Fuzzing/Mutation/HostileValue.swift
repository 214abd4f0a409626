import SaybusMessages

/// JSON values that readers of a field rarely expect.
enum HostileValue {
    /// Values of every type, at the bounds of what their types hold, and texts that are hard to treat as text.
    static let all: [JSONValue] = [
        .null, true, false, 0, -1, 1, .integer(.max), .integer(.min), 2_147_483_648, 4_294_967_296, .number(0.5),
        .number(-1e308), .number(1e308), .number(5e-300), .number(1e19), "", " ", "0", "true", "null", "\u{0}", "\n",
        "\u{202E}abc", "\u{FEFF}", "e\u{301}\u{301}\u{301}", "👩‍👩‍👧‍👦", "\u{10FFFF}", "../../etc/passwd", "%s%n", "{x}",
        "<a&b>",
        "00000000-0000-0000-0000-000000000000", .string(String(repeating: "x", count: 5000)),
        .string(String(repeating: "é ", count: 2000)), [], [.null], [[]], .object([:]), ["": .null],
        .array(Array(repeating: 0, count: 500)), nested(60, inArrays: true), nested(60, inArrays: false),
    ]

    private static func nested(_ depth: Int, inArrays: Bool) -> JSONValue {
        (0..<depth).reduce(JSONValue.null) { value, _ in inArrays ? .array([value]) : .object(["a": value]) }
    }
}
