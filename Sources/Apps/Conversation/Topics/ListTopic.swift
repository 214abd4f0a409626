import SaybusPhrases

/// A topic that reads a list and goes through it: "play", "next", "previous", "more", "repeat", "select the second
/// one", "select pancakes".
///
/// ```swift
/// let list = ListTopic<Recipe>(title: \.name)
/// list.onSelect = { recipe in .say("\(recipe.name) takes \(recipe.minutes) minutes.") }
/// root.addSubtopic(list)
/// list.show(recipes, introduction: "I found \(recipes.count) recipes.")
/// ```
@ConversationActor
public final class ListTopic<Item: Sendable>: ConversationTopic {
    /// The items in the order in which they are read.
    public private(set) var items: [Item] = []
    /// The index of the item that was read last; nil when none was read alone.
    public private(set) var current: Int?
    /// Number of items that are read at once.
    public var pageSize = 5
    /// The sentence for a list without items.
    public var emptyText = BuiltInSentence.emptyList.text()
    /// The sentence after a part of the list.
    public var moreText = BuiltInSentence.sayMore.text()
    /// Called with an item that the user has chosen; returns the response. Without it, the item's title is read.
    public var onSelect: (@ConversationActor (Item) async throws -> VoiceRequestResponse)?

    private let title: @ConversationActor (Item) -> String
    private var pages = Pages<String>([])
    private var more: MoreCommandRecognizer?
    /// The number of lists that were shown.
    private var shown = 0

    /// Creates a topic without items.
    /// - Parameter title: Returns the spoken name of an item.
    public init(title: @escaping @ConversationActor (Item) -> String) {
        self.title = title
        super.init()
        helpText = BuiltInSentence.helpList.text()
        addCommandRecognizer(PlayCommandRecognizer { [weak self] in self?.read() })
        let more = MoreCommandRecognizer { [weak self] in self?.readOn() }
        self.more = more
        addCommandRecognizer(more)
        addCommandRecognizer(NextCommandRecognizer { [weak self] in self?.go(by: 1) })
        addCommandRecognizer(PreviousCommandRecognizer { [weak self] in self?.go(by: -1) })
        addCommandRecognizer(RepeatCommandRecognizer(repeating: self))
        addCommandRecognizer(
            SelectCommandRecognizer(responseBuilder: { [weak self] command in
                guard let self else { return .done }
                return try await select(command)
            }))
    }

    /// Replaces the items, and reads the first of them.
    /// - Parameters:
    ///   - items: The items.
    ///   - introduction: The sentence before them; nil for none.
    public func show(_ items: [Item], introduction: String? = nil) {
        (self.items, current) = (items, nil)
        shown += 1
        read(introduction)
    }

    /// Reads the list from its beginning.
    public func read(_ introduction: String? = nil) {
        pages = Pages(items.map { "\(title($0))." })
        guard !items.isEmpty else {
            more?.withdrawOffer()
            return speak((introduction.map { [$0] } ?? []) + [emptyText])
        }
        readPage(introduction)
    }

    private func readOn() {
        guard !items.isEmpty else { return speak(emptyText) }
        if pages.isOver { speak(BuiltInSentence.thatIsAll.text()) } else { readPage(nil) }
    }

    private func readPage(_ introduction: String?) {
        let page = pages.next(pageSize)
        speak((introduction.map { [$0] } ?? []) + page + (pages.isOver ? [] : [moreText]))
        if pages.isOver { more?.withdrawOffer() } else { more?.recordOffer() }
    }

    private func go(by step: Int) {
        guard !items.isEmpty else { return speak(emptyText) }
        let next = current.map { $0 + step } ?? (step > 0 ? 0 : items.count - 1)
        guard items.indices.contains(next) else {
            return speak(step > 0 ? BuiltInSentence.wasLast.text() : BuiltInSentence.wasFirst.text())
        }
        current = next
        speak("\(title(items[next])).")
    }

    private func select(_ command: Command) async throws -> VoiceRequestResponse {
        guard !items.isEmpty else { return .say(emptyText) }
        let name = command.parameters[SelectCommandRecognizer.parameterItemName]?.text
        let number = command.parameters[SelectCommandRecognizer.parameterItemNumber]
        // A number that is no position, such as 2.5, is none of the list.
        if let number, number.integer != nil || name == nil {
            guard let place = number.integer, 1...items.count ~= place else {
                return .say(BuiltInSentence.entryCount.text(["count": "\(items.count)"]))
            }
            return try await choose(items[place - 1], at: place - 1)
        }
        guard let name else {
            guard let current else { return question(BuiltInSentence.whichEntry.text(), among: Array(items.indices)) }
            return try await choose(items[current], at: current)
        }
        let options = items.map { SelectOption(label: title($0)) }
        let answer = SelectInterpreter(options: options).interpret(SpeechRecognitionResult(transcript: name))
        if let index = answer.value?.selectedIndex { return try await choose(items[index], at: index) }
        let alike = items.indices.filter { title(items[$0]).lowercased().contains(name.lowercased()) }
        guard alike.count > 1 else { return .say(BuiltInSentence.noEntry.text(["name": name])) }
        let list = SpokenList.alternatives(alike.map { title(items[$0]) })
        return question(BuiltInSentence.whichOf.text(["list": list]), among: alike)
    }

    private func question(_ text: String, among indices: [Int]) -> VoiceRequestResponse {
        // There may be another list when the answer comes.
        let (offered, list) = (indices.map { items[$0] }, shown)
        return .ask(
            SelectRequest(text, options: offered.map { SelectOption(label: title($0)) }) { [weak self] choice in
                guard let self else { return .done }
                let index = choice.selectedIndex
                return try await choose(offered[index], at: list == shown ? indices[index] : nil)
            })
    }

    /// Chooses an item, which has this index in the list; nil when the list has been replaced.
    private func choose(_ item: Item, at index: Int?) async throws -> VoiceRequestResponse {
        if let index { current = index }
        guard let onSelect else {
            speak("\(title(item)).")
            return .done
        }
        return try await onSelect(item)
    }
}
