[(function_declaration) (generator_function_declaration) (class_declaration) (method_definition)] @def
(program (lexical_declaration (variable_declarator) @def))
(program (variable_declaration (variable_declarator) @def))
(program (export_statement declaration: (_ (variable_declarator) @def)))
(variable_declarator value: [(arrow_function) (function_expression) (generator_function) (class)]) @def
(export_statement value: [(arrow_function) (function_expression) (class)] @def)
(program (expression_statement (assignment_expression left: (member_expression)) @def))
(assignment_expression left: (member_expression) right: [(arrow_function) (function_expression)]) @def
(assignment_expression left: (member_expression object: (this))) @def
(pair value: [(arrow_function) (function_expression) (generator_function)]) @def
[(export_statement) (lexical_declaration) (variable_declaration)] @wrap
(comment) @comment
[(string_fragment) (regex_pattern)] @string
(import_statement) @import
(export_statement source: (string)) @import
(variable_declarator value: (call_expression function: (identifier) @_require) (#eq? @_require "require")) @import
(variable_declarator value: (member_expression object: (call_expression function: (identifier) @_require))
  (#eq? @_require "require")) @import
(expression_statement (call_expression function: (identifier) @_require) (#eq? @_require "require")) @import
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))
(export_statement value: (identifier) @exported)
(program (expression_statement (assignment_expression left: (member_expression property: (property_identifier) @_exports)
  right: [(identifier) @exported (object [(shorthand_property_identifier) @exported (pair value: (identifier) @exported)
    (pair key: (property_identifier) @exported) (method_definition name: (property_identifier) @exported)])])
  (#eq? @_exports "exports")))
(program (expression_statement (assignment_expression left: (member_expression object: (_) @_exports) right: (identifier) @exported)
  (#match? @_exports "^(module\\.)?exports$")))
(call_expression function: [(identifier) @call (member_expression property: [(property_identifier) (private_property_identifier)] @call)])
(new_expression constructor: [(identifier) @call (member_expression property: (property_identifier) @call)])
(decorator [
  (identifier) @decorate
  (member_expression property: (property_identifier) @decorate)
  (call_expression function: [(identifier) @decorate (member_expression property: (property_identifier) @decorate)])])
