import Foundation
import SaybusMessages
import Yams

/// A reader of an app file's nodes, which collects all problems.
struct AppFileReader {
    /// Maximum number of visited nodes. Only aliases can lead to more.
    static let maximumNodes = 100_000

    let file: String
    let folder: String?
    private(set) var problems: [AppFileError.Problem] = []
    private var more = 0
    private var nodesLeft = maximumNodes
    var typeNames: Set<String> = []
    /// The first place of each phrase, by its topic, words and types.
    var patterns: [[String]: (command: String, line: Int)] = [:]
    /// The positions of the app's parts, for warnings.
    var map = AppFileMap()
    var topics: [App.Topic] = [App.Topic(name: App.Topic.root, parent: nil)]
    var requests: [String: App.Request] = [:]
    /// The parts of patterns that patterns write as `<name>`.
    var rules: [String: String] = [:]
    /// The standard types that patterns use.
    var usedStandardTypes: Set<String> = []
    /// The types of the built-in phrases of standard commands in use.
    var standardCommandTypes: [Catalog.SlotType] = []
    /// The number of scheduling actions in each place.
    var scheduleKeys: [String: Int] = [:]
    var language = "en-US"
    var secretSource: SecretSource
    /// Whether a secret may have no value, as when the file is only checked.
    let secretsMayLack: Bool
    var secrets = AppSecrets()
    var lackingSecrets: [(name: String, node: Node)] = []
    /// References to topics and requests, with the values known where a request is asked.
    var references = AppFileReferences()

    /// The bytes of a message that are left to its topic and header.
    private static let headerRoom = 4096

    init(
        file: String, folder: String?, secrets: SecretSource = SecretSource(), secretsMayLack: Bool = false
    ) {
        (self.file, self.folder, secretSource, self.secretsMayLack) = (file, folder, secrets, secretsMayLack)
    }

    /// Returns the app, or throws all problems.
    mutating func read(_ root: Node) throws(AppFileError) -> App {
        let app = app(root)
        if problems.isEmpty, let app, let size = try? JSONEncoder().encode(app.catalog).count,
            size > RawMessage.maximumSize - Self.headerRoom
        {
            report(
                .tooLarge, nil,
                "its commands and types make a catalog of \(size) bytes, "
                    + "more than one message takes: make two apps of it"
            )
        }
        guard problems.isEmpty, let app else {
            let sorted = problems.enumerated().sorted {
                ($0.element.line ?? 0, $0.element.column ?? 0, $0.offset)
                    < ($1.element.line ?? 0, $1.element.column ?? 0, $1.offset)
            }
            throw AppFileError(sorted.map(\.element), more: more)
        }
        return app
    }

    private mutating func app(_ root: Node) -> App? {
        guard let fields = fields(root, "the file", .file) else { return nil }
        let name = fields["app"].flatMap { self.name($0, "app") } ?? ""
        language = fields["language"].map { languageTag($0) } ?? language
        if let secrets = fields["secrets"] { secretFile(secrets) }
        if let rules = fields["rules"] { readRules(rules) }
        var slotTypes = fields["types"].map { types($0) } ?? []
        let failed = fields["failed"].map { audible($0, "failed", names: []) } ?? App.defaultFailed
        let notUnderstood =
            fields["not-understood"].map { audible($0, "not-understood", names: []) } ?? App.defaultNotUnderstood
        var commands = fields["commands"].map { self.commands($0, of: App.Topic.root, failed: failed) } ?? []
        if let topics = fields["topics"] { commands += self.topics(topics, in: App.Topic.root, failed: failed) }
        if let requests = fields["requests"] { self.requests(requests, failed: failed) }
        checkReferences()
        slotTypes += usedStandardTypes.sorted().map { .init(name: $0, values: [], base: App.standardTypes[$0]) }
        slotTypes += standardCommandTypes
        var app = App(
            name: name, language: language, commands: commands, slotTypes: slotTypes, notUnderstood: notUnderstood,
            folder: folder)
        (app.topics, app.requests, app.failed) = (topics, requests, failed)
        let spelledTypes = app.spelledTypes
        for index in app.commands.indices { app.commands[index].spelledTypes = spelledTypes }
        app.skipWords = fields["skip-words"].map { skipWords($0) } ?? []
        app.secrets = secrets
        return app
    }

    private mutating func languageTag(_ node: Node) -> String {
        guard let tag = text(node, "language") else { return "" }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let fits = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        if !fits || !(2...3).contains(parts[0].count) {
            report(.badValue, node, "language must be a tag such as en-US or de, found \(NodeKind(node))")
        }
        return tag
    }

    // MARK: Problems

    /// Reports a problem at a node, or of the whole file when the node is nil.
    mutating func report(_ code: AppFileError.Problem.Code, _ node: Node?, _ reason: String) {
        guard problems.count < AppFileError.maximumCount else {
            more += 1
            return
        }
        let mark = node?.mark
        problems.append(.init(code, file: file, line: mark?.line, column: mark?.column, reason))
    }

    /// Reports a node of another kind than expected.
    mutating func expected(_ what: String, _ node: Node, hint: String = "") {
        report(.wrongKind, node, "\(what), found \(NodeKind(node))\(hint)")
    }

    /// Counts a visited node. Returns false when the limit is exceeded.
    mutating func count() -> Bool {
        nodesLeft -= 1
        if nodesLeft == 0 {
            report(.tooLarge, nil, "its lists have more than \(Self.maximumNodes) entries with what aliases stand for")
        }
        return nodesLeft > 0
    }
}
