// One import for the author of a stage: messages, bus and stage, and the packages whose types their interfaces use.

@_exported import ArgumentParser
@_exported import Logging
@_exported import SaybusBus
@_exported import SaybusMessages
@_exported import SaybusStage
@_exported import ServiceLifecycle
