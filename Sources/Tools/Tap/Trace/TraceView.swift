import SaybusBus
import SaybusMessages

/// A view of each turn when it ends, with the time spent in each stage. Pure.
struct TraceView: LiveView {
    /// The selected turns.
    enum Choice: Sendable {
        /// All turns.
        case every
        /// The first turn that ends.
        case next
        /// One turn, by the digits of its id.
        case one(TapFilter)
    }

    private let choice: Choice
    private let session: Session?
    private let format: WaterfallFormat
    private let isJSON: Bool
    private let writesEvents: Bool
    private var assembler = TurnAssembler()
    private var chrome = ChromeTrace()
    private var shown = 0
    private var overBudget = 0

    /// - Parameters:
    ///   - budget: The time budget of a turn in microseconds; nil has no limit.
    ///   - writesEvents: Whether to produce events of the Trace Event Format.
    init(
        _ choice: Choice, session: Session? = nil, budget: Int? = nil, isJSON: Bool = false, writesEvents: Bool = false
    ) {
        (self.choice, self.session, self.isJSON, self.writesEvents) = (choice, session, isJSON, writesEvents)
        format = WaterfallFormat(budget: budget)
    }

    private var isOneOnly: Bool {
        if case .every = choice { false } else { true }
    }

    var isComplete: Bool { isOneOnly && shown > 0 }

    /// Whether a turn exceeded the budget.
    var foundProblem: Bool { overBudget > 0 }

    var awaited: String? {
        let turn = if case .one = choice { "this turn" } else { "a turn" }
        return "\(turn) in \(session.map { "\($0)" } ?? "any conversation")"
    }

    var failureReason: String? {
        guard isOneOnly, shown == 0 else { return nil }
        return
            "the turn did not pass while this was watching: it must end after trace has begun, here or in the --session that was given; "
            + "what passes is kept by saybus-tap record FILE"
    }

    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine] {
        guard case .message(let message) = received, isWanted(message.header) else { return [] }
        guard let turn = assembler.add(message, now: context.steady) else { return [] }
        return show(turn, context)
    }

    private func isWanted(_ header: Header) -> Bool {
        guard session.map({ $0 == header.session }) ?? true else { return false }
        if case .one(let filter) = choice { return filter.admits(header) }
        return true
    }

    mutating func refresh(in context: ViewContext) -> [TapLine] {
        assembler.overdue(now: context.steady).flatMap { show($0, context) }
    }

    /// Returns the selected turn as far as it has come, if it has not ended.
    mutating func end(in context: ViewContext) -> [TapLine] {
        guard case .one = choice, shown == 0 else { return [] }
        return assembler.unended.flatMap { show($0, context) }
    }

    private mutating func show(_ turn: TracedTurn, _ context: ViewContext) -> [TapLine] {
        guard let waterfall = Waterfall(turn) else { return [] }
        shown += 1
        if let budget = format.budget, waterfall.total > budget || turn.end == nil { overBudget += 1 }
        let lines: [TapLine] =
            isJSON
            ? [.json(format.json(waterfall))]
            : format.lines(waterfall, columns: context.columns).map { .spans($0) }
        return lines + (writesEvents ? chrome.events(waterfall).map { .event($0) } : [])
    }
}
