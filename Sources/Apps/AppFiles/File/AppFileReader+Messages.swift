import SaybusExternalEngines
import SaybusMessages
import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads a request to a web server.
    mutating func http(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> HTTPCall? {
        guard let fields = fields(node, what, .http) else { return nil }
        guard let urlNode = fields["url"], let url = template(urlNode, "\(what): url", names, made) else { return nil }
        if !Self.namesServer(url) {
            report(
                .badValue, urlNode,
                "\(what): url must begin with http:// or https:// and a server, before the first {name}: what somebody "
                    + "says must not choose the server")
        }
        var call = HTTPCall(url)
        let method: HTTPCall.Method? = fields["method"].map { word($0, "\(what): method") } ?? .get
        call.method = method ?? .get
        call.query = fields["query"].map { pairs($0, "\(what): query", names, made) } ?? []
        call.headers = fields["headers"].map { pairs($0, "\(what): headers", names, made) } ?? []
        for header in call.headers where !Self.isHeader(header.name) {
            report(.badValue, fields["headers"], "\(what): \"\(LogLine.clean(header.name, limit: 40))\" is no header")
        }
        call.bearer = fields["bearer"].flatMap { template($0, "\(what): bearer", names, made, allowsSecrets: true) }
        if call.bearer != nil, call.headers.contains(where: { $0.name.lowercased() == "authorization" }) {
            report(.duplicate, fields["bearer"], "\(what): bearer is the header Authorization, which is there already")
        }
        if let length = fields["maximum-length"] { call.maximumLength = maximumLength(length, what) }
        if let body = fields["body"] {
            call.body = json(body, "\(what): body", names, made, allowsSecrets: true)
            if method == .get { report(.badValue, body, "\(what): a body needs another method than GET") }
        }
        if let timeout = fields["timeout"].flatMap({ milliseconds($0, "\(what): timeout") }) {
            call.timeout = .milliseconds(timeout)
        }
        if let size = fields["maximum-size"] {
            let sizes = 1...Double(HTTPCall.maximumConfigurableSize)
            call.maximumSize = integer(size, "\(what): maximum-size", in: sizes) ?? HTTPCall.defaultSize
        }
        if let output = fields["output"] { call.outputs = outputs(output, "\(what): output") }
        return call
    }

    /// Returns whether the address fixes the server before the first placeholder.
    static func namesServer(_ url: Template) -> Bool {
        guard case .literal(let text)? = url.pieces.first else { return false }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            let host = rest.prefix { !"/?#".contains($0) }
            return !host.isEmpty && host.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "@" && $0 != "\\" }
                && (url.pieces.count == 1 || host.count < rest.count) && !rest.contains("#")
        }
        return false
    }

    private static func isHeader(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    private mutating func pairs(
        _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>
    ) -> [HTTPCall.Field] {
        (entries(node, "\(what) must be a mapping of names to texts") ?? []).compactMap { name, _, value in
            template(
                value, "\(what): \(LogLine.clean(name, limit: 40))", names, made, allowsNumbers: true,
                allowsSecrets: true
            ).map {
                HTTPCall.Field(name, $0)
            }
        }
    }

    private mutating func outputs(_ node: Node, _ what: String) -> [String: JSONPath] {
        guard case .mapping = node else { return path(node, what).map { [ActionPlan.outputName: $0] } ?? [:] }
        var outputs: [String: JSONPath] = [:]
        for (name, keyNode, value) in entries(node, "\(what) must be a mapping") ?? [] {
            if (try? Template("{\(name)}"))?.names != [name] {
                report(
                    .badValue, keyNode,
                    "\(what): a name must be of letters, digits and _, found \"\(LogLine.clean(name, limit: 40))\"")
            }
            outputs[name] = path(value, "\(what): \(LogLine.clean(name, limit: 40))")
        }
        if outputs.isEmpty { report(.badValue, node, "\(what) must not be empty") }
        return outputs
    }

    private mutating func path(_ node: Node, _ what: String) -> JSONPath? {
        guard let text = text(node, what) else { return nil }
        guard let path = JSONPath(text) else {
            report(.badValue, node, "\(what) must be a path such as current.days[0].text, found \(NodeKind(node))")
            return nil
        }
        return path
    }

    /// Reads a message to publish.
    mutating func publication(
        _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>
    ) -> Publication? {
        guard let fields = fields(node, what, .publish),
            let kindNode = fields["kind"], let word = text(kindNode, "\(what): kind")
        else { return nil }
        guard let kind = Kind(rawValue: word) else {
            report(
                .badValue, kindNode,
                "\(what): kind must be words of a to z, digits and - joined by full stops, found \(NodeKind(kindNode))")
            return nil
        }
        if Publication.reserved.contains(kind) || kind.shadowed != nil {
            report(.badValue, kindNode, "\(what): \(kind) belongs to the stages: an app may not publish it")
            return nil
        }
        let body = fields["body"].flatMap { json($0, "\(what): body", names, made) } ?? .object([:])
        guard case .object = body else {
            if let body = fields["body"] { expected("\(what): body must be a mapping", body) }
            return nil
        }
        // A body with placeholders is validated when the values are known.
        if body.templates.allSatisfy(\.names.isEmpty), let rendered = try? body.render(ActionValues()),
            let problem = Publication.problem(Publication.completed(rendered, of: kind), of: kind)
        {
            report(.badValue, fields["body"] ?? node, "\(what): the body is no \(kind): \(problem)")
        }
        return Publication(kind, body)
    }

    /// Reads a message for an MQTT broker.
    mutating func mqtt(_ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>) -> Publication? {
        guard let fields = fields(node, what, .mqtt), let topicNode = fields["topic"],
            let topic = template(topicNode, "\(what): topic", names, made)
        else { return nil }
        if case .value? = topic.pieces.first {
            report(.badValue, topicNode, "\(what): topic must not begin with what somebody says")
        } else if let problem = Self.problem(of: topic) {
            report(.badValue, topicNode, "\(what): topic: \(problem)")
        }
        var members: [String: JSONTemplate] = ["topic": .text(topic), "payload": .fixed(.string(""))]
        members["payload"] = fields["payload"].flatMap { json($0, "\(what): payload", names, made) }
        members["retain"] = fields["retain"].map { .fixed(.boolean(boolean($0, "\(what): retain"))) }
        members["qos"] = fields["qos"].flatMap { integer($0, "\(what): qos", in: 0...1) }
            .map { .fixed(.integer(Int64($0))) }
        return Publication(MQTTPublish.kind, .object(members))
    }

    /// Returns why nothing can be published on a topic, whatever its placeholders become; nil when something can.
    private static func problem(of topic: Template) -> String? {
        let literals = topic.pieces.map { if case .literal(let text) = $0 { text } else { "value" } }
        return MQTTPublish.problem(ofTopic: literals.joined())
    }

    /// Reads any JSON with placeholders in its texts.
    private mutating func json(
        _ node: Node, _ what: String, _ names: AppFileNames?, _ made: Set<String>, allowsSecrets: Bool = false,
        depth: Int = 0
    ) -> JSONTemplate? {
        guard depth < 16 else {
            report(.tooLarge, node, "\(what) has more than 16 levels")
            return nil
        }
        switch node {
        case .mapping:
            var members: [String: JSONTemplate] = [:]
            for (name, _, value) in entries(node, what) ?? [] {
                members[name] = json(
                    value, "\(what): \(LogLine.clean(name, limit: 40))", names, made,
                    allowsSecrets: allowsSecrets, depth: depth + 1)
            }
            return .object(members)
        case .sequence(let sequence):
            var elements: [JSONTemplate] = []
            for element in sequence where count() {
                elements +=
                    json(element, what, names, made, allowsSecrets: allowsSecrets, depth: depth + 1).map { [$0] } ?? []
            }
            return .array(elements)
        default: break
        }
        guard case .scalar(let scalar) = node else { return nil }
        switch NodeKind(node) {
        case .nothing: return .fixed(.null)
        case .number(let number, let text): return .fixed(Int64(text).map { .integer($0) } ?? .number(number))
        case .text("true") where scalar.style != .singleQuoted && scalar.style != .doubleQuoted:
            return .fixed(.boolean(true))
        case .text("false") where scalar.style != .singleQuoted && scalar.style != .doubleQuoted:
            return .fixed(.boolean(false))
        case .text(""): return .fixed(.string(""))
        default: return template(node, what, names, made, allowsSecrets: allowsSecrets).map { .text($0) }
        }
    }
}
