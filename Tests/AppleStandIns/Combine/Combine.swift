// In the place of Apple's module: the same publishers, from OpenCombine.
@_exported import OpenCombine
@_exported import OpenCombineDispatch
