/// An action that a skill requests in addition to speech.
public enum Directive: Sendable, Equatable {
    /// Lets the host take the next step of the dialog.
    case delegate(DelegateDirective)
    /// Hands the next requests to another dialog manager.
    case delegateRequest(DelegateRequestDirective)
    /// Tells the host that the speech asks for a slot's value. The next utterance is its value.
    case elicitSlot(ElicitSlotDirective)
    /// Tells the host that the speech asks whether a slot's value is right. The next utterance is yes or no.
    case confirmSlot(ConfirmSlotDirective)
    /// Tells the host that the speech asks for confirmation of the intent. The next utterance is yes or no.
    case confirmIntent(ConfirmIntentDirective)
    /// Adds slot values for this session.
    case updateDynamicEntities(UpdateDynamicEntitiesDirective)
    /// Plays a stream after the speech.
    case play(PlayDirective)
    /// Stops the current stream.
    case stop
    /// Takes streams out of the audio player's queue.
    case clearQueue(ClearQueueDirective)
    /// A directive of any other type, kept unchanged.
    case unknown(RawObject)

    /// The directive's type, such as `Dialog.Delegate` or `AudioPlayer.Play`.
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
    /// Decodes a directive of any type.
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

    /// Encodes the directive with its `type`.
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
