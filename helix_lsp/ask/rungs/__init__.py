"""The rungs of the ladder. The contract, once:

1. one frozen output record and one public function; its input is what its signature names, nothing else;
2. pure: no clock, no environment, no log, no mutation of what it is given;
3. the output has `status` (a closed set of words), `events` (live-event lines) and `facts` (label and text,
   for the trace);
4. it never raises for bad input: a poor result is a value with a reason;
5. a rung reads only rungs below it (import contract `ladder`).
"""
