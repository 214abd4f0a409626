import SaybusMessages

/// The memory of a running app: its timers, alarms and reminders, and its lists.
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
