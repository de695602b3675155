(function_definition) @def
(program (variable_assignment) @def)
(program (declaration_command (variable_assignment) @def))
(program (if_statement (variable_assignment) @def))
(program (if_statement (declaration_command (variable_assignment) @def)))
(declaration_command) @wrap
(comment) @comment
((command name: (command_name) @_source argument: (_)) @import (#any-of? @_source "source" "."))
(command_name (word) @call)
