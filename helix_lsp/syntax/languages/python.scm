(function_definition) @def
(class_definition) @def
(type_alias_statement) @def
(assignment left: (attribute object: (identifier))) @def
(decorated_definition) @wrap
(comment) @comment
(string_content) @string
(type) @types
[(import_statement) (import_from_statement) (future_import_statement)] @import
(call function: [(identifier) @call (attribute attribute: (identifier) @call)])
(class_definition superclasses: (argument_list [
  (identifier) @inherit
  (attribute attribute: (identifier) @inherit)
  (subscript value: [(identifier) @inherit (attribute attribute: (identifier) @inherit)])]))
(decorator [
  (identifier) @decorate
  (attribute attribute: (identifier) @decorate)
  (call function: [(identifier) @decorate (attribute attribute: (identifier) @decorate)])])
