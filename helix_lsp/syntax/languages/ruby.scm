[(module) (class) (method) (singleton_method) (alias)] @def
(assignment left: (constant)) @def
((call method: (identifier) @_m arguments: (argument_list (simple_symbol))) @def
  (#any-of? @_m "attr_accessor" "attr_reader" "attr_writer" "define_method" "alias_method"))
(comment) @comment
[(string_content) (heredoc_content) (character) (uninterpreted)] @string
((call method: (identifier) @_r arguments: (argument_list (string))) @import (#any-of? @_r "require" "require_relative" "load" "autoload"))
(call method: [(identifier) @call (constant) @call])
(superclass [(constant) @inherit (scope_resolution name: (constant) @inherit)])
((call method: (identifier) @_i arguments: (argument_list [(constant) @inherit (scope_resolution name: (constant) @inherit)]))
  (#any-of? @_i "include" "extend" "prepend"))
((body_statement (identifier) @section) (#any-of? @section "private" "protected" "public"))
