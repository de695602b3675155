[(class_declaration) (protocol_declaration) (function_declaration) (protocol_function_declaration) (init_declaration) (deinit_declaration)
 (subscript_declaration) (property_declaration) (protocol_property_declaration) (enum_entry) (typealias_declaration)
 (associatedtype_declaration) (macro_declaration)] @def
[(comment) (multiline_comment)] @comment
[(line_str_text) (multi_line_str_text) (raw_str_part) (raw_str_end_part) (regex_literal)] @string
(import_declaration) @import
(call_expression . [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))
  (prefix_expression target: (simple_identifier) @call)])
(macro_invocation . (simple_identifier) @call)
(inheritance_specifier inherits_from: [(user_type (type_identifier) @inherit .) (user_type (type_identifier) @inherit . (type_arguments))])
(attribute [(user_type (type_identifier) @decorate .) (user_type (type_identifier) @decorate . (type_arguments))])
(type_identifier) @type
