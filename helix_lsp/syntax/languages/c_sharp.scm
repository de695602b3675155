[(namespace_declaration) (file_scoped_namespace_declaration) (class_declaration) (interface_declaration) (struct_declaration)
 (enum_declaration) (enum_member_declaration) (record_declaration) (delegate_declaration) (method_declaration) (constructor_declaration)
 (destructor_declaration) (property_declaration) (field_declaration) (event_field_declaration) (local_function_statement)] @def
(record_declaration (parameter_list (parameter) @def))
(comment) @comment
[(string_literal_content) (string_content) (raw_string_content) (character_literal) (verbatim_string_literal)] @string
(using_directive) @import
(invocation_expression function: [(identifier) @call (generic_name (identifier) @call)
  (member_access_expression name: [(identifier) @call (generic_name (identifier) @call)])
  (conditional_access_expression (member_binding_expression name: [(identifier) @call (generic_name (identifier) @call)]))])
(object_creation_expression type: [(identifier) @call (generic_name (identifier) @call)
    (qualified_name name: [(identifier) @call (generic_name (identifier) @call)])])
(base_list [(identifier) @inherit (generic_name (identifier) @inherit)
    (qualified_name name: [(identifier) @inherit (generic_name (identifier) @inherit)])])
(attribute name: [(identifier) @decorate (qualified_name name: (identifier) @decorate)])
(_ type: [(identifier) @type (generic_name (identifier) @type) (qualified_name name: [(identifier) @type (generic_name (identifier) @type)])])
(_ returns: [(identifier) @type (generic_name (identifier) @type) (qualified_name name: [(identifier) @type (generic_name (identifier) @type)])])
(_ type: (nullable_type (identifier) @type))
(type_argument_list (identifier) @type)
