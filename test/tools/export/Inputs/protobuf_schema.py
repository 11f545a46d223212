# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Messages of protocol buffers, read by Google's library, from field numbers."""

from google.protobuf import descriptor_pb2, descriptor_pool

try:
    from google.protobuf.message_factory import GetMessageClass
except ImportError:
    from google.protobuf.message_factory import MessageFactory

    GetMessageClass = MessageFactory().GetPrototype

Field = descriptor_pb2.FieldDescriptorProto
TYPES = {
    "int64": Field.TYPE_INT64,
    "uint64": Field.TYPE_UINT64,
    "int32": Field.TYPE_INT32,
    "uint32": Field.TYPE_UINT32,
    "bool": Field.TYPE_BOOL,
    "string": Field.TYPE_STRING,
}


def message_class(root, schema, syntax="proto3"):
    """The class of message ROOT. SCHEMA: message -> {field: (number, type)}, where the
    type is a word of TYPES or a message, and a list for a repeated field."""
    file = descriptor_pb2.FileDescriptorProto(name=f"{root}.proto", package="t")
    file.syntax = syntax
    for name, fields in schema.items():
        message = file.message_type.add(name=name)
        for field, (number, kind) in fields.items():
            repeated = isinstance(kind, list)
            kind = kind[0] if repeated else kind
            target = message.field.add(name=field, number=number)
            target.label = Field.LABEL_REPEATED if repeated else Field.LABEL_OPTIONAL
            target.type = TYPES.get(kind, Field.TYPE_MESSAGE)
            if kind not in TYPES:
                target.type_name = f".t.{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return GetMessageClass(pool.FindMessageTypeByName(f"t.{root}"))


def no_unknown_fields(message):
    """Whether MESSAGE, and all in it, has only fields of the schema."""
    copy = type(message)()
    copy.CopyFrom(message)
    copy.DiscardUnknownFields()
    return copy.SerializeToString() == message.SerializeToString()
