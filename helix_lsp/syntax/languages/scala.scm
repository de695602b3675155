[(class_definition) (trait_definition) (object_definition) (package_object) (enum_definition) (given_definition) (extension_definition)
 (function_definition) (function_declaration) (type_definition) (class_parameter) (simple_enum_case) (full_enum_case)] @def
(compilation_unit [(val_definition) (var_definition) (val_declaration) (var_declaration)] @def)
(template_body [(val_definition) (var_definition) (val_declaration) (var_declaration)] @def)
(with_template_body [(val_definition) (var_definition) (val_declaration) (var_declaration)] @def)
(enum_body [(val_definition) (var_definition) (val_declaration) (var_declaration)] @def)
[(comment) (block_comment)] @comment
[(string) (interpolated_string) (character_literal) (package_clause name: (_))] @string
(import_declaration) @import
(call_expression function: [(identifier) @call (field_expression field: (identifier) @call)
  (generic_function function: [(identifier) @call (field_expression field: (identifier) @call)])])
(instance_expression [(type_identifier) @call (generic_type type: (type_identifier) @call)
    (stable_type_identifier (type_identifier) @call .) (generic_type type: (stable_type_identifier (type_identifier) @call .))])
(infix_expression operator: (identifier) @call)
(extends_clause type: [(type_identifier) @inherit (generic_type type: (type_identifier) @inherit)
    (stable_type_identifier (type_identifier) @inherit .) (generic_type type: (stable_type_identifier (type_identifier) @inherit .))])
(derives_clause type: [(type_identifier) @inherit (generic_type type: (type_identifier) @inherit)
    (stable_type_identifier (type_identifier) @inherit .) (generic_type type: (stable_type_identifier (type_identifier) @inherit .))])
(annotation name: [(type_identifier) @decorate (generic_type type: (type_identifier) @decorate)
    (stable_type_identifier (type_identifier) @decorate .) (generic_type type: (stable_type_identifier (type_identifier) @decorate .))])
(type_identifier) @type
