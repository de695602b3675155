[(function_declaration) (method_declaration) (type_spec) (type_alias) (field_declaration) (method_elem)] @def
(source_file (const_declaration (const_spec) @def))
(source_file (var_declaration [(var_spec) @def (var_spec_list (var_spec) @def)]))
[(type_declaration) (const_declaration) (var_declaration)] @wrap
(comment) @comment
[(interpreted_string_literal_content) (raw_string_literal_content) (rune_literal)] @string
(import_spec) @import
(package_clause) @string
(call_expression function: [(identifier) @call (selector_expression field: (field_identifier) @call)])
(field_declaration !name type: [(type_identifier) @inherit (qualified_type name: (type_identifier) @inherit)
  (generic_type type: (type_identifier) @inherit)])
(interface_type (type_elem [(type_identifier) @inherit (qualified_type name: (type_identifier) @inherit)]))
(type_identifier) @type
