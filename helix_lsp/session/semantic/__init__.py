"""A model of meaning on this machine: all-MiniLM-L6-v2 as int8 ONNX, from the extra `semantic`. Nothing is
downloaded, nothing is sent.

    open_likeness   the port of answers, None where the extra is not installed or the option is off
    encoder         the model: text to a vector
    wordpiece       text to the numbers that the model reads
"""
