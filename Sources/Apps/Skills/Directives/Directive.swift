/// What a skill wants done besides speaking.
public enum Directive: Sendable, Equatable {
    /// The host takes the next step of the dialog.
    case delegate(DelegateDirective)
    /// Another dialog manager takes the next requests.
    case delegateRequest(DelegateRequestDirective)
    /// The speech asks for a slot: what is said next is its value.
    case elicitSlot(ElicitSlotDirective)
    /// The speech asks whether a slot's value is right: yes or no is said next.
    case confirmSlot(ConfirmSlotDirective)
    /// The speech asks whether all is right: yes or no is said next.
    case confirmIntent(ConfirmIntentDirective)
    /// The session has values of its own.
    case updateDynamicEntities(UpdateDynamicEntitiesDirective)
    /// A stream is played.
    case play(PlayDirective)
    /// The stream that plays is stopped.
    case stop
    /// Streams that wait are dropped.
    case clearQueue(ClearQueueDirective)
    /// Any other, as it came.
    case unknown(RawObject)

    /// `Dialog.Delegate`, `AudioPlayer.Play`, …
    public var type: String {
        switch self {
        case .delegate: DelegateDirective.type
        case .delegateRequest: DelegateRequestDirective.type
        case .elicitSlot: ElicitSlotDirective.type
        case .confirmSlot: ConfirmSlotDirective.type
        case .confirmIntent: ConfirmIntentDirective.type
        case .updateDynamicEntities: UpdateDynamicEntitiesDirective.type
        case .play: PlayDirective.type
        case .stop: Self.stopType
        case .clearQueue: ClearQueueDirective.type
        case .unknown(let object): object.type
        }
    }

    fileprivate static let stopType = "AudioPlayer.Stop"
}

extension Directive: Codable {
    /// Reads a directive of any type.
    public init(from decoder: any Decoder) throws {
        switch try decoder.objectType {
        case DelegateDirective.type: self = .delegate(try DelegateDirective(from: decoder))
        case DelegateRequestDirective.type: self = .delegateRequest(try DelegateRequestDirective(from: decoder))
        case ElicitSlotDirective.type: self = .elicitSlot(try ElicitSlotDirective(from: decoder))
        case ConfirmSlotDirective.type: self = .confirmSlot(try ConfirmSlotDirective(from: decoder))
        case ConfirmIntentDirective.type: self = .confirmIntent(try ConfirmIntentDirective(from: decoder))
        case UpdateDynamicEntitiesDirective.type:
            self = .updateDynamicEntities(try UpdateDynamicEntitiesDirective(from: decoder))
        case PlayDirective.type: self = .play(try PlayDirective(from: decoder))
        case Self.stopType: self = .stop
        case ClearQueueDirective.type: self = .clearQueue(try ClearQueueDirective(from: decoder))
        default: self = .unknown(try RawObject(from: decoder))
        }
    }

    /// Writes the directive with its `type`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .delegate(let directive): try encoder.write(directive, type: type)
        case .delegateRequest(let directive): try encoder.write(directive, type: type)
        case .elicitSlot(let directive): try encoder.write(directive, type: type)
        case .confirmSlot(let directive): try encoder.write(directive, type: type)
        case .confirmIntent(let directive): try encoder.write(directive, type: type)
        case .updateDynamicEntities(let directive): try encoder.write(directive, type: type)
        case .play(let directive): try encoder.write(directive, type: type)
        case .stop: try encoder.write([String: String](), type: type)
        case .clearQueue(let directive): try encoder.write(directive, type: type)
        case .unknown(let object): try object.encode(to: encoder)
        }
    }
}
