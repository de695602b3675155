import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { optionName, variable } from '../../../src/server/setting_names';

test('a setting in camel case is the option of the server', () => {
  assert.equal(optionName('search.perFile'), 'search.per_file');
  assert.equal(variable('index.maxDataFileBytes'), 'HELIX_ASK_INDEX_MAX_DATA_FILE_BYTES');
  assert.equal(variable('model.provider'), 'HELIX_ASK_MODEL_PROVIDER');
});

test('every setting of the manifest has a variable of its own', () => {
  const { contributes } = JSON.parse(readFileSync(path.join(process.env.HELIX_EXTENSION ?? '.', 'package.json'), 'utf8')) as { contributes: { configuration: { properties: object }[] } };
  const names = contributes.configuration.flatMap(group => Object.keys(group.properties)).map(key => variable(key.slice('helixAsk.'.length)));
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^HELIX_ASK(_[A-Z0-9]+)+$/);
});
