import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { createConfig, lint } from '@redocly/openapi-core';
import { DESCRIPTION_FILE } from '../../../bin/build/data-files.ts';
import { ENDPOINTS } from '../../../functions/definitions.ts';
import { definition as mcp } from '../../../functions/mcp/definition.ts';
import { companionFiles, describeApi, descriptionText } from '../../../openapi/read-description.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test changes another part of the document
type Editable = any;

const read = (): Editable => JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));

it('the committed description and the files made from it are what the code describes; npm run openapi writes them', () => {
  const api = describeApi();
  expect(readFileSync(DESCRIPTION_FILE, 'utf8') === descriptionText(api)).toBe(true);
  const old = companionFiles(api).filter(([file, text]) => readFileSync(file, 'utf8') !== text);
  expect(old.map(([file]) => file.pathname)).toEqual([]);
});

// Generators name a type after each schema that has a name, and number or drop the others.
it('every object and set of values in the committed description has a name, and all is at most 400 kB', () => {
  const document = read();
  const unnamed: string[] = [];
  const visit = (value: Editable, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    const isSet = Array.isArray(value.enum) && value.enum.length > 1;
    const isObject = typeof value.properties === 'object' && value.type === 'object';
    if ((isSet || isObject) && !/^\/components\/schemas\/\w+(\/allOf\/1)?$/.test(path)) unnamed.push(path);
    for (const [key, inner] of Object.entries(value))
      if (!key.startsWith('example')) visit(inner, `${path}/${key}`);
  };
  visit(document, '');
  expect(unnamed).toEqual([]);
  expect(JSON.stringify(document).length).toBeLessThanOrEqual(400_000);
});

// It describes itself (tools/list), and a generated client would get an operation that it cannot use: decision 0041.
it('the MCP server is the only operation that the description leaves out', () => {
  const { paths } = read();
  const missing = ENDPOINTS.filter(({ method, path }) => paths[path]?.[method.toLowerCase()] === undefined);
  expect([missing.map(({ path }) => path), Object.keys(paths).includes(mcp.path)]).toEqual([
    [mcp.path],
    false,
  ]);
});

it('the linter of Redocly finds no problem in the committed description and its examples', async () => {
  // An error combines two schemas: the format, and the codes of the status. By default, the rule rejects in each one the
  // members of the other.
  const rules = {
    // No quote has the id "uploads".
    'no-ambiguous-paths': 'off',
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  expect(await lint({ ref: fileURLToPath(DESCRIPTION_FILE), config })).toEqual([]);
});

it.each(['asyncapi', 'arazzo'])('the linter of Redocly finds no problem in %s.json', async (name) => {
  const rules = {
    // JSON Schema 2020-12 permits a description beside a reference.
    'spec-ref-siblings': 'off',
    // Receivers verify signatures, for which AsyncAPI has no scheme.
    'security-defined': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const ref = fileURLToPath(new URL(`../../../clients/${name}.json`, import.meta.url));
  expect(await lint({ ref, config })).toEqual([]);
});
