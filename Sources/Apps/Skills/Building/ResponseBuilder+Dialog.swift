/// What the dialog does next.
extension ResponseBuilder {
    /// The host takes the next step.
    ///
    /// - Parameter updatedIntent: The intent with values set or changed; nil for as it is.
    @discardableResult
    public func addDelegateDirective(_ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.delegate(DelegateDirective(updatedIntent: updatedIntent)))
    }

    /// The speech asks for a slot.
    @discardableResult
    public func addElicitSlotDirective(_ slotToElicit: String, _ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.elicitSlot(ElicitSlotDirective(slotToElicit: slotToElicit, updatedIntent: updatedIntent)))
    }

    /// The speech asks whether a slot's value is right.
    @discardableResult
    public func addConfirmSlotDirective(_ slotToConfirm: String, _ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.confirmSlot(ConfirmSlotDirective(slotToConfirm: slotToConfirm, updatedIntent: updatedIntent)))
    }

    /// The speech asks whether all is right.
    @discardableResult
    public func addConfirmIntentDirective(_ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.confirmIntent(ConfirmIntentDirective(updatedIntent: updatedIntent)))
    }

    /// Another dialog manager takes the next requests.
    @discardableResult
    public func addDelegateRequestDirective(
        target: String, until: DelegateRequestDirective.Period.Until, updatedRequest: UpdatedRequest? = nil
    ) -> ResponseBuilder {
        let period = DelegateRequestDirective.Period(until: until)
        return addDirective(
            .delegateRequest(
                DelegateRequestDirective(target: target, period: period, updatedRequest: updatedRequest)))
    }

    /// The session has values of its own, besides those of the model.
    ///
    /// - Parameters:
    ///   - updateBehavior: What happens to values that were added before.
    ///   - types: The values by their types; nil to clear.
    @discardableResult
    public func addUpdateDynamicEntitiesDirective(
        _ updateBehavior: UpdateDynamicEntitiesDirective.UpdateBehavior,
        types: [UpdateDynamicEntitiesDirective.EntityType]? = nil
    ) -> ResponseBuilder {
        addDirective(
            .updateDynamicEntities(UpdateDynamicEntitiesDirective(updateBehavior: updateBehavior, types: types)))
    }
}
