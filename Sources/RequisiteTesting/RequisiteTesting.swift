// A test that imports RequisiteTesting also gets Requisite.
@_exported import Requisite
