(class_specifier body: (_)) @def
[(namespace_definition) (alias_declaration) (concept_definition)] @def
(field_declaration_list (declaration) @def)
(template_declaration (declaration) @def)
(linkage_specification (declaration) @def)
(template_declaration) @wrap
(field_declaration_list (access_specifier) @section)
[(raw_string_content)] @string
(call_expression function: [
  (qualified_identifier name: [(identifier) @call (template_function name: (identifier) @call)])
  (qualified_identifier name: (qualified_identifier name: [(identifier) @call (template_function name: (identifier) @call)]))
  (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (identifier) @call)))
  (template_function name: (identifier) @call)
  (field_expression field: (template_method name: (field_identifier) @call))])
(new_expression type: [(type_identifier) @call (qualified_identifier name: (type_identifier) @call)
  (template_type name: (type_identifier) @call)])
(base_class_clause [(type_identifier) @inherit (template_type name: (type_identifier) @inherit)
  (qualified_identifier name: [(type_identifier) @inherit (template_type name: (type_identifier) @inherit)])])
