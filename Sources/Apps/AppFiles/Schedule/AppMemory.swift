import SaybusMessages
import SaybusPhrases

/// A change or question to an app's memory, with all values filled in.
public enum MemoryRequest: Sendable, Equatable {
    /// Schedules something.
    case set(ScheduleOrder)
    /// Stops the ringing items.
    case stopRinging
    /// Cancels what is chosen.
    case cancel(ScheduleQuery, none: Template?)
    /// Says what is left of what is chosen.
    case remaining(ScheduleQuery, say: Template?, none: Template?)
    /// Changes or reads a list.
    case list(ListRequest)
}

/// A change of a list, or a look at it, with all values filled in.
public struct ListRequest: Sendable, Equatable {
    /// The list's name.
    var name: String
    /// The change.
    var change: Change
    /// The output when the list has no entries.
    var none: String
    /// The word before the last entry.
    var and: String
    /// Whether an entry that is added or removed may be several.
    var isSeveral = false

    /// A change of a list.
    enum Change: Sendable, Equatable {
        case read
        case add(String)
        case remove(String)
        case clear
    }

    /// Returns the entries in a text: "milk, eggs and dark bread" has three, unless phrases stay whole. A blank text,
    /// as of a value that was not said, has none.
    func entries(of text: String) -> [String] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        guard isSeveral else { return [text] }
        // The commas of other scripts; those of Chinese have no space behind them.
        let words = text.replacing(/[،、，]/, with: ", ").split(whereSeparator: \.isWhitespace)
        var entries: [[Substring]] = [[]]
        for word in words {
            if word.lowercased() == and.lowercased() {
                entries.append([])
            } else {
                // A comma within a word is that of a number.
                let entry = word.hasSuffix(",") ? word.dropLast() : word
                if !entry.isEmpty { entries[entries.count - 1].append(entry) }
                if word.hasSuffix(",") { entries.append([]) }
            }
        }
        let texts = corrected(entries.map { $0.joined(separator: " ") }.filter { !$0.isEmpty })
        return texts.isEmpty ? [text] : texts
    }

    /// Returns entries without those that the user takes back: "milk, no wait, bread" is bread.
    private func corrected(_ entries: [String]) -> [String] {
        var kept: [String] = []
        for (index, entry) in entries.enumerated() {
            let isCorrection =
                !kept.isEmpty && index + 1 < entries.count && Language.inUse.questionWords.takesBack(entry)
            if isCorrection { kept.removeLast() } else { kept.append(entry) }
        }
        return kept
    }
}

/// The memory of a running app: what is scheduled, and its lists.
struct AppMemory: Sendable {
    let store: AppStore
    let schedule: AppSchedule
    let app: @Sendable () -> App

    /// Carries out a request of a room.
    /// - Returns: `output`, a sentence or a list to speak, and `count`, how many are meant.
    func perform(_ request: MemoryRequest, in session: Session) async -> Result<[String: Parameter.Value], StoreError> {
        do throws(StoreError) {
            return .success(try await result(request, in: session))
        } catch {
            return .failure(error)
        }
    }

    private func result(
        _ request: MemoryRequest, in session: Session
    ) async throws(StoreError) -> [String: Parameter.Value] {
        let words = ScheduleSentences(app(), now: schedule.localTime)
        func values(_ output: String, _ count: Int) -> [String: Parameter.Value] {
            [ActionPlan.outputName: .text(output), ActionPlan.countName: .number(Double(count))]
        }
        switch request {
        case .set(let order):
            let item = try await schedule.set(order, in: session)
            guard let time = words.time(item) else { return [:] }
            var made: [String: Parameter.Value] = [ActionPlan.outputName: .text(time)]
            for name in order.chosen {
                for form in [name, name + ".value"] { made[form] = item.values.texts[form].map { .text($0) } }
                // A new value removes them.
                for form in ActionValues.heardForms.map({ "\(name).\($0)" }) {
                    made[form] = item.values.texts[form].map { .text($0) }
                }
            }
            return made
        case .stopRinging:
            let stopped = try await schedule.stopRinging(in: session)
            return values(words.list(stopped), stopped.count)
        case .cancel(let query, let none):
            let (cancelled, kept) = try await schedule.cancel(query, in: session)
            return values(words.cancelled(cancelled, kept: kept, query, none: none), cancelled.count)
        case .remaining(let query, let say, let none):
            let items = try await schedule.remaining(query, in: session)
            return values(words.remaining(items, query, say: say, none: none), items.count)
        case .list(let request): return try await list(request, values)
        }
    }

    private func list(
        _ request: ListRequest, _ values: (String, Int) -> [String: Parameter.Value]
    ) async throws(StoreError) -> [String: Parameter.Value] {
        switch request.change {
        case .add(let entry): return values(entry, try await store.add(request.entries(of: entry), to: request.name))
        case .remove(let entry):
            let parts = request.isSeveral ? request.entries(of: entry) : []
            let removed = try await store.remove(entry, orParts: parts, from: request.name)
            let text = ScheduleSentences.list(removed, and: request.and)
            return values(removed.isEmpty ? request.none : text, removed.count)
        case .clear: return values("", try await store.clear(request.name))
        case .read:
            let entries = try await store.entries(of: request.name)
            let text = ScheduleSentences.list(entries, and: request.and)
            return values(entries.isEmpty ? request.none : text, entries.count)
        }
    }
}
