"""Evidence by a second search: breadth first, IDA*, bidirectional."""
