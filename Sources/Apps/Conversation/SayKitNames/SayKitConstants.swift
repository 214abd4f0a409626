// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// SayKit's names of constants, so that the compiler says what they are called here.

@available(*, unavailable, renamed: "Confidence.none") public var kSAYCommandConfidenceNone: Double { Confidence.none }
@available(*, unavailable, renamed: "Confidence.veryUnlikely") public var kSAYCommandConfidenceVeryUnlikely: Double {
    Confidence.veryUnlikely
}
@available(*, unavailable, renamed: "Confidence.unlikely") public var kSAYCommandConfidenceUnlikely: Double {
    Confidence.unlikely
}
@available(*, unavailable, renamed: "Confidence.likely") public var kSAYCommandConfidenceLikely: Double {
    Confidence.likely
}
@available(*, unavailable, renamed: "Confidence.veryLikely") public var kSAYCommandConfidenceVeryLikely: Double {
    Confidence.veryLikely
}
@available(*, unavailable, renamed: "Confidence.certain") public var kSAYCommandConfidenceCertain: Double {
    Confidence.certain
}
@available(*, unavailable, renamed: "StandardCommand.help") public var SAYStandardCommandHelp: String {
    StandardCommand.help
}
@available(*, unavailable, renamed: "StandardCommand.search") public var SAYStandardCommandSearch: String {
    StandardCommand.search
}
@available(*, unavailable, renamed: "StandardCommand.select") public var SAYStandardCommandSelect: String {
    StandardCommand.select
}
@available(*, unavailable, renamed: "StandardCommand.play") public var SAYStandardCommandPlay: String {
    StandardCommand.play
}
@available(*, unavailable, renamed: "StandardCommand.pause") public var SAYStandardCommandPause: String {
    StandardCommand.pause
}
@available(*, unavailable, renamed: "StandardCommand.next") public var SAYStandardCommandNext: String {
    StandardCommand.next
}
@available(*, unavailable, renamed: "StandardCommand.previous") public var SAYStandardCommandPrevious: String {
    StandardCommand.previous
}
@available(*, unavailable, renamed: "StandardCommand.availableCommands") public var SAYStandardCommandAvailableCommands:
    String
{ StandardCommand.availableCommands }
@available(*, unavailable, renamed: "StandardCommand.home") public var SAYStandardCommandHome: String {
    StandardCommand.home
}
@available(*, unavailable, renamed: "StandardCommand.back") public var SAYStandardCommandBack: String {
    StandardCommand.back
}
@available(*, unavailable, renamed: "StandardCommand.switchTab") public var SAYStandardCommandSwitchTab: String {
    StandardCommand.switchTab
}
@available(*, unavailable, renamed: "StandardCommand.settings") public var SAYStandardCommandSettings: String {
    StandardCommand.settings
}
@available(*, unavailable, renamed: "StandardCommand.increaseSpeechRate") public
    var SAYStandardCommandIncreaseSpeechRate: String
{ StandardCommand.increaseSpeechRate }
@available(*, unavailable, renamed: "StandardCommand.decreaseSpeechRate") public
    var SAYStandardCommandDecreaseSpeechRate: String
{ StandardCommand.decreaseSpeechRate }
@available(*, unavailable, renamed: "StandardCommand.increaseSpeechVolume") public
    var SAYStandardCommandIncreaseSpeechVolume: String
{ StandardCommand.increaseSpeechVolume }
@available(*, unavailable, renamed: "StandardCommand.decreaseSpeechVolume") public
    var SAYStandardCommandDecreaseSpeechVolume: String
{ StandardCommand.decreaseSpeechVolume }
@available(*, unavailable, renamed: "StandardCommand.setSpeechRate") public var SAYStandardCommandSetSpeechRate: String
{ StandardCommand.setSpeechRate }
@available(*, unavailable, renamed: "StandardCommand.setSpeechVolume") public var SAYStandardCommandSetSpeechVolume:
    String
{ StandardCommand.setSpeechVolume }
@available(*, unavailable, renamed: "StandardCommand.setVoice") public var SAYStandardCommandSetVoice: String {
    StandardCommand.setVoice
}
@available(*, unavailable, renamed: "SearchCommandRecognizer.parameterQuery") public
    var SAYSearchCommandRecognizerParameterQuery: String
{ SearchCommandRecognizer.parameterQuery }
@available(*, unavailable, renamed: "SelectCommandRecognizer.parameterItemName") public
    var SAYSelectCommandRecognizerParameterItemName: String
{ SelectCommandRecognizer.parameterItemName }
@available(*, unavailable, renamed: "SelectCommandRecognizer.parameterItemNumber") public
    var SAYSelectCommandRecognizerParameterItemNumber: String
{ SelectCommandRecognizer.parameterItemNumber }
@available(*, unavailable, renamed: "SwitchTabCommandRecognizer.parameterTabName") public
    var SAYSwitchTabCommandRecognizerParameterTabName: String
{ SwitchTabCommandRecognizer.parameterTabName }
@available(*, unavailable, renamed: "SwitchTabCommandRecognizer.parameterTabNumber") public
    var SAYSwitchTabCommandRecognizerParameterTabNumber: String
{ SwitchTabCommandRecognizer.parameterTabNumber }
@available(*, unavailable, renamed: "SetSpeechRateCommandRecognizer.parameterSpeechRate") public
    var SAYSetSpeechRateCommandRecognizerParameterSpeechRate: String
{ SetSpeechRateCommandRecognizer.parameterSpeechRate }
@available(*, unavailable, renamed: "SetSpeechVolumeCommandRecognizer.parameterSpeechVolume") public
    var SAYSetSpeechVolumeCommandRecognizerParameterSpeechVolume: String
{ SetSpeechVolumeCommandRecognizer.parameterSpeechVolume }
@available(*, unavailable, renamed: "SetVoiceCommandRecognizer.parameterVoice") public
    var SAYSetVoiceCommandRecognizerParameterVoice: String
{ SetVoiceCommandRecognizer.parameterVoice }
@available(*, unavailable, renamed: "AudioTrackIdentifier.main") public var SAYAudioTrackMainIdentifier:
    AudioTrackIdentifier
{ AudioTrackIdentifier.main }
@available(*, unavailable, renamed: "AudioTrackIdentifier.voiceRequest") public var SAYAudioTrackVoiceRequestIdentifier:
    AudioTrackIdentifier
{ AudioTrackIdentifier.voiceRequest }
@available(*, unavailable, renamed: "AudioTrackIdentifier.mainPriority") public var SAYAudioTrackMainPriority: Int {
    AudioTrackIdentifier.mainPriority
}
@available(*, unavailable, renamed: "AudioTrackIdentifier.voiceRequestPriority") public
    var SAYAudioTrackVoiceRequestPriority: Int
{ AudioTrackIdentifier.voiceRequestPriority }
@available(*, unavailable, renamed: "ValidationError.Code.invalidInput") public
    var SAYValidationErrorTypeInvalidInput: ValidationError.Code
{ ValidationError.Code.invalidInput }
@available(*, unavailable, renamed: "ValidationError.Code.noInput") public var SAYValidationErrorTypeNoInput:
    ValidationError.Code
{ ValidationError.Code.noInput }
