// `Data`, the C library, and what stands below: for each file of this module.
@_exported import RequisitePlatform
