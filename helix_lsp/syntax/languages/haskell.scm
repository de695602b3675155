[(declarations) (class_declarations) (instance_declarations)] @def
(haskell (ERROR) @def)
[(comment) (haddock) (pragma)] @comment
[(string) (char) (quasiquote_body)] @string
(header) @string
(import) @import
(exports (export [variable: (variable) @exported type: (name) @exported operator: (prefix_id (operator) @exported)]))
(apply function: [(variable) @call (qualified id: (variable) @call)])
(infix_id [(variable) @call (qualified id: (variable) @call)])
(instance name: [(name) @inherit (qualified id: (name) @inherit)])
(class context: (context context: [(apply constructor: (name) @inherit) (parens (apply constructor: (name) @inherit))
  (tuple (apply constructor: (name) @inherit))]))
(deriving classes: [(name) @inherit (tuple (name) @inherit) (parens (name) @inherit)])
[(signature name: (variable) @name) (signature names: (binding_list (variable) @name)) (function name: (variable) @name)
 (bind name: (variable) @name)]
(signature type: (_) @types)
(data_constructor) @types
(newtype_constructor) @types
