[(class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (annotation_type_declaration) (method_declaration)
 (constructor_declaration) (compact_constructor_declaration) (field_declaration) (constant_declaration) (enum_constant)
 (annotation_type_element_declaration)] @def
(record_declaration parameters: (formal_parameters (formal_parameter) @def))
[(line_comment) (block_comment)] @comment
[(string_fragment) (character_literal)] @string
(package_declaration) @string
(import_declaration) @import
(method_invocation name: (identifier) @call)
(object_creation_expression type: [(type_identifier) @call (generic_type [(type_identifier) @call (scoped_type_identifier (type_identifier) @call .)])
 (scoped_type_identifier (type_identifier) @call .)])
(superclass [(type_identifier) @inherit (generic_type [(type_identifier) @inherit (scoped_type_identifier (type_identifier) @inherit .)])
 (scoped_type_identifier (type_identifier) @inherit .)])
(super_interfaces (type_list [(type_identifier) @inherit (generic_type [(type_identifier) @inherit (scoped_type_identifier (type_identifier) @inherit .)])
 (scoped_type_identifier (type_identifier) @inherit .)]))
(extends_interfaces (type_list [(type_identifier) @inherit (generic_type [(type_identifier) @inherit (scoped_type_identifier (type_identifier) @inherit .)])
 (scoped_type_identifier (type_identifier) @inherit .)]))
[(marker_annotation name: [(identifier) @decorate (scoped_identifier name: (identifier) @decorate)])
 (annotation name: [(identifier) @decorate (scoped_identifier name: (identifier) @decorate)])]
(type_identifier) @type
