@_exported import SaybusMessages
@_exported import SaybusPatternMatching

@_exported import struct SaybusSupport.WaitError
// Tests wait with `Watched`, which lower modules of Saybus use, too.
@_exported import class SaybusSupport.Watched
