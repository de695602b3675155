[(function_definition) (type_definition) (field_declaration) (enumerator) (preproc_def) (preproc_function_def)] @def
(struct_specifier body: (_)) @def
(union_specifier body: (_)) @def
(enum_specifier body: (_)) @def
(translation_unit (declaration) @def)
(declaration_list (declaration) @def)
(preproc_if (declaration) @def)
(preproc_ifdef (declaration) @def)
(preproc_else (declaration) @def)
(comment) @comment
[(string_content) (char_literal) (system_lib_string)] @string
(preproc_include) @import
(call_expression function: [(identifier) @call (field_expression field: (field_identifier) @call)])
(type_identifier) @type
