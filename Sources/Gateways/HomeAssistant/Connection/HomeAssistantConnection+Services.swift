import SaybusMessages

extension HomeAssistantConnection {
    /// Calls services at once, each of which has an entity of its own. The command is done if one of them is.
    /// - Returns: The reasons of those that have failed.
    /// - Throws: ``HomeAssistantError`` when all have failed.
    func call(_ calls: [HomePlan.Call]) async throws(HomeAssistantError) -> [HomeAssistantError] {
        let failures: [HomeAssistantError] = await withTaskGroup(of: HomeAssistantError?.self) { group in
            for call in calls { group.addTask { await self.failure(of: call) } }
            var failures: [HomeAssistantError] = []
            for await case let failure? in group { failures.append(failure) }
            return failures
        }
        guard failures.count == calls.count else { return failures }
        // One that may have been carried out all the same is the one to tell of.
        if let failure = failures.first(where: { $0.code.isUnconfirmed }) ?? failures.first { throw failure }
        return []
    }

    /// Calls a service.
    /// - Returns: The reason why it has failed; nil if it is done.
    private func failure(of call: HomePlan.Call) async -> HomeAssistantError? {
        var fields: [String: JSONValue] = [
            "domain": .string(call.domain), "service": .string(call.service), "service_data": .object(call.data),
        ]
        if let entity = call.entity { fields["target"] = ["entity_id": [.string(entity)]] }
        do throws(HomeAssistantError) {
            try await request("call_service", fields)
            return nil
        } catch {
            return error
        }
    }
}
