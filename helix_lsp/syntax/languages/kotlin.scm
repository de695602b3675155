[(class_declaration) (object_declaration) (companion_object) (function_declaration) (property_declaration) (secondary_constructor)
 (enum_entry) (type_alias) (class_parameter)] @def
[(line_comment) (block_comment)] @comment
[(string_content) (character_literal) (package_header) (file_annotation)] @string
(import) @import
(source_file (annotated_expression) @attribute)
(call_expression . [(identifier) @call (navigation_expression (identifier) @call .)])
(infix_expression . (_) . (identifier) @call . (_))
(delegation_specifier [[(user_type (identifier) @inherit .) (user_type (identifier) @inherit . (type_arguments))]
    (constructor_invocation [(user_type (identifier) @inherit .) (user_type (identifier) @inherit . (type_arguments))])
  (explicit_delegation . [[(user_type (identifier) @inherit .) (user_type (identifier) @inherit . (type_arguments))]
    (constructor_invocation [(user_type (identifier) @inherit .) (user_type (identifier) @inherit . (type_arguments))])])])
(annotation [[(user_type (identifier) @decorate .) (user_type (identifier) @decorate . (type_arguments))]
    (constructor_invocation [(user_type (identifier) @decorate .) (user_type (identifier) @decorate . (type_arguments))])])
[(user_type) (type_projection)] @types
