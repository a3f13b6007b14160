// Nothing: to be linked is enough.
