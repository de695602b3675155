"""Where the source stands in the repository, its copies are not cited, not counted and no other meaning."""

from __future__ import annotations

from tests.ask.world import asking, wire

SOURCE = """
/** Resolve or reject by the status of the response. */
export default function settleCargo(resolve, reject, response) {
  const allowed = response.config.validateStatus;
  if (!response.status || !allowed || allowed(response.status)) {
    resolve(response);
  } else {
    reject(new CargoError('refused with status ' + response.status, response.config));
  }
}
"""
USER = """
export default function sendCargo(config, dock) {
  return new Promise(function dispatchCargo(resolve, reject) {
    const crane = dock.lift(config.crane, config.weight);
    settleCargo(resolve, reject, { config, status: crane.status });
  });
}
"""
WORLD = f"""
//- /lib/core/settle.js
{SOURCE}
//- /lib/send.js
import settleCargo from './core/settle.js';
{USER}
//- /dist/port.js
{SOURCE.replace("export default ", "")}{USER.replace("export default ", "")}
//- /dist/node/port.cjs
{SOURCE.replace("export default ", "")}{USER.replace("export default ", "")}
"""


def test_who_calls_counts_the_source_once():
    with asking(WORLD) as world:
        found = wire(world, "who calls settleCargo?")
    text = str(found["answer"])
    assert found["mode"] != "clarify"
    assert "called at 1 place in 1 file." in text
    assert "lib/send.js" in text
    assert "dist/" not in text


def test_a_built_file_that_the_question_writes_is_cited():
    with asking(WORLD) as world:
        found = wire(world, "where is settleCargo in dist/port.js?")
    assert "dist/port.js" in str(found["answer"])
