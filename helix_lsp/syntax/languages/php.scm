[(namespace_definition) (class_declaration) (interface_declaration) (trait_declaration) (enum_declaration) (enum_case) (method_declaration)
 (function_definition) (property_declaration) (const_declaration) (property_promotion_parameter)] @def
((function_call_expression function: (name) @_define) @def (#eq? @_define "define"))
(program (expression_statement (assignment_expression left: (variable_name)) @def))
(comment) @comment
[(string_content) (nowdoc_string) (text)] @string
(namespace_use_declaration) @import
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import
(function_call_expression function: [(name) @call (qualified_name (name) @call)])
(member_call_expression name: (name) @call)
(nullsafe_member_call_expression name: (name) @call)
(scoped_call_expression name: (name) @call)
(object_creation_expression [(name) @call (qualified_name (name) @call)])
(base_clause [(name) @inherit (qualified_name (name) @inherit)])
(class_interface_clause [(name) @inherit (qualified_name (name) @inherit)])
(use_declaration [(name) @inherit (qualified_name (name) @inherit)])
(attribute [(name) @decorate (qualified_name (name) @decorate)])
(named_type [(name) @type (qualified_name (name) @type)])
