(source_file (variable_declaration) @def)
(source_file (variable_declaration) @import)
(struct_declaration (variable_declaration) @def)
(struct_declaration (variable_declaration) @import)
(union_declaration (variable_declaration) @def)
(union_declaration (variable_declaration) @import)
(enum_declaration (variable_declaration) @def)
(enum_declaration (variable_declaration) @import)
(opaque_declaration (variable_declaration) @def)
(opaque_declaration (variable_declaration) @import)

[(function_declaration) (container_field) (test_declaration)] @def
(error_set_declaration (identifier) @def)
(comment) @comment
[(string_content) (multiline_string) (character) (builtin_identifier)] @string
(using_namespace_declaration) @import
(call_expression function: [(identifier) @call (field_expression member: (identifier) @call)])
(struct_initializer . [(identifier) @call (field_expression member: (identifier) @call)])
(parameter type: (_) @types)
(container_field type: (_) @types)
(function_declaration type: (_) @types)
