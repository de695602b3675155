"""A model of meaning: all-MiniLM-L6-v2 as int8 ONNX from the extra `semantic`, or a folder or a server that the
user's own settings name. Nothing is downloaded; only to a server that the user named is anything sent.

    open_likeness   which model is in use, as the ports of answers and lists; None where there is none
    by_meaning      the port: vectors that are kept, the missing ones until the time is up, MaxSim
    policy          `embedding-policy.v1`, how a model in a folder is read
    encoder         a model on this machine: text to vectors
    adapter         what the model of the extra learned of questions about code
    served          a server of embeddings
    kept            vectors on disk, by content
    vectors         vectors as bytes, and how alike two texts are
    ahead           vectors made while nobody asks
    wordpiece       text to the numbers that a BERT model reads
"""
