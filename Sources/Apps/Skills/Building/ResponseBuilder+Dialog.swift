/// Methods that add directives for the next step of the dialog.
extension ResponseBuilder {
    /// Lets the host take the next step of the dialog.
    ///
    /// - Parameter updatedIntent: The intent with slots set or changed; nil keeps the intent unchanged.
    @discardableResult
    public func addDelegateDirective(_ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.delegate(DelegateDirective(updatedIntent: updatedIntent)))
    }

    /// Tells the host that the speech asks for a slot's value.
    @discardableResult
    public func addElicitSlotDirective(_ slotToElicit: String, _ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.elicitSlot(ElicitSlotDirective(slotToElicit: slotToElicit, updatedIntent: updatedIntent)))
    }

    /// Tells the host that the speech asks whether a slot's value is right.
    @discardableResult
    public func addConfirmSlotDirective(_ slotToConfirm: String, _ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.confirmSlot(ConfirmSlotDirective(slotToConfirm: slotToConfirm, updatedIntent: updatedIntent)))
    }

    /// Tells the host that the speech asks for confirmation of the intent.
    @discardableResult
    public func addConfirmIntentDirective(_ updatedIntent: Intent? = nil) -> ResponseBuilder {
        addDirective(.confirmIntent(ConfirmIntentDirective(updatedIntent: updatedIntent)))
    }

    /// Hands the next requests to another dialog manager.
    @discardableResult
    public func addDelegateRequestDirective(
        target: String, until: DelegateRequestDirective.Period.Until, updatedRequest: UpdatedRequest? = nil
    ) -> ResponseBuilder {
        let period = DelegateRequestDirective.Period(until: until)
        return addDirective(
            .delegateRequest(
                DelegateRequestDirective(target: target, period: period, updatedRequest: updatedRequest)))
    }

    /// Adds slot values for this session, in addition to those of the interaction model.
    ///
    /// - Parameters:
    ///   - updateBehavior: The treatment of entities that were added earlier.
    ///   - types: The entities by slot type; nil to clear.
    @discardableResult
    public func addUpdateDynamicEntitiesDirective(
        _ updateBehavior: UpdateDynamicEntitiesDirective.UpdateBehavior,
        types: [UpdateDynamicEntitiesDirective.EntityType]? = nil
    ) -> ResponseBuilder {
        addDirective(
            .updateDynamicEntities(UpdateDynamicEntitiesDirective(updateBehavior: updateBehavior, types: types)))
    }
}
