(function_declaration) @def
(assignment_statement (variable_list [(dot_index_expression) (bracket_index_expression) (identifier)]) (expression_list (function_definition))) @def
(chunk [(assignment_statement) (variable_declaration)] @def)
(field name: [(identifier) (string)] value: (function_definition)) @def
(comment) @comment
(string) @string
((function_call name: (identifier) @_r arguments: (arguments (string))) @import (#eq? @_r "require"))
(function_call name: [(identifier) @call (dot_index_expression field: (identifier) @call) (method_index_expression method: (identifier) @call)])
((function_call name: (identifier) @_s arguments: (arguments (_) (table_constructor (field name: (identifier) @_i value: (identifier) @inherit))))
  (#eq? @_s "setmetatable") (#eq? @_i "__index"))
