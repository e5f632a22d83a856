import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lint } from '@redocly/openapi-core';
import { DESCRIPTION_FILE } from '../../../lib/functions/description-file.ts';
import { ENDPOINTS } from '../../../lib/functions/endpoints.ts';
import { MCP } from '../../../lib/functions/mcp-endpoint.ts';
import { breakingChanges } from '../../../openapi/breaking-changes.ts';
import { CLIENT_TYPES_FILE, describeApi, descriptionText } from '../../../openapi/read-description.ts';
import { typescriptTypes } from '../../../openapi/typescript-types.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test changes another part of the document
type Editable = any;

const read = (): Editable => JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));
const schemaOf = (holder: Editable) => holder.content['application/json'].schema;
const QUOTES = '/api/v1/quotes';

const edited = (edit: (document: Editable) => void) => {
  const document = read();
  edit(document);
  return document;
};

type Change = readonly [name: string, edit: (document: Editable) => void, expected: RegExp];

const withoutField = (schema: Editable, field: string) => {
  delete schema.properties[field];
  schema.required = schema.required.filter((name: string) => name !== field);
};
const queryOf = (document: Editable, parameter: string) =>
  document.paths[QUOTES].get.parameters.find(({ name }: { name: string }) => name === parameter);

/** Changes that break clients, with the reported text. */
const BREAKING: readonly Change[] = [
  ['a removed path', (d) => void delete d.paths['/api/v1/usage'], /usage: the operation was removed/],
  [
    'a removed operation',
    (d) => void delete d.paths[QUOTES].get,
    /GET \/api\/v1\/quotes: the operation was removed/,
  ],
  [
    'a removed parameter',
    (d) => void d.paths[QUOTES].get.parameters.shift(),
    /the parameter query \w+ was removed/,
  ],
  [
    'a new required parameter',
    (d) => d.paths[QUOTES].get.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    /the parameter query x is required now/,
  ],
  [
    'a new required field of a request',
    (d) => {
      const schema = schemaOf(d.paths[QUOTES].post.requestBody);
      schema.properties.x = { type: 'string' };
      schema.required.push('x');
    },
    /the field x is required now/,
  ],
  [
    'a removed field of a request',
    (d) => void delete schemaOf(d.paths[QUOTES].post.requestBody).properties.customer_reference,
    /body: the field customer_reference was removed/,
  ],
  [
    'a removed field of a response',
    (d) => withoutField(d.components.schemas.Quote, 'warnings'),
    /GET \/api\/v1\/quotes\/\{quote_id\} 200\.quote: the field warnings was removed/,
  ],
  [
    'a removed status',
    (d) => void delete d.paths[QUOTES].post.responses['409'],
    /the status 409 was removed/,
  ],
  [
    'a removed value of a parameter',
    (d) => void queryOf(d, 'status').schema.enum.pop(),
    /query status: the value "converted" was removed/,
  ],
  [
    'another scope',
    (d) => Object.assign(d.paths[QUOTES].get, { 'x-required-scope': 'write' }),
    /the scope write is required now/,
  ],
  [
    'a removed event',
    (d) => void delete d.webhooks['rfp.created'],
    /event rfp\.created: the event was removed/,
  ],
  [
    'a removed field of an event',
    (d) => void delete d.components.schemas.QuoteEventObject.properties.margin,
    /event quote\.created\.object: the field margin was removed/,
  ],
];

/** Changes that break clients, and whose reverse breaks none. */
const ONE_WAY: readonly Change[] = [
  [
    'a field that a response may omit',
    ({ components: { schemas } }) =>
      void schemas.Quote.required.splice(schemas.Quote.required.indexOf('warnings'), 1),
    /the field warnings may be missing/,
  ],
  [
    'a type that a response adds',
    (d) =>
      Object.assign(d.components.schemas.QuotePricing.properties.total_rate, { type: ['number', 'string'] }),
    /total_rate: the type string is new in the response/,
  ],
  [
    'a tighter upper bound',
    (d) => Object.assign(queryOf(d, 'limit').schema, { maximum: 50 }),
    /query limit: maximum is 50 now/,
  ],
  [
    'a tighter lower bound',
    (d) => Object.assign(schemaOf(d.paths['/api/v1/rates'].post.requestBody), { minItems: 2 }),
    /minItems is 2 now/,
  ],
];

describe('breaking changes of the description', () => {
  it.each([...BREAKING, ...ONE_WAY])('include %s', (_, edit, expected) => {
    expect(breakingChanges(read(), edited(edit)).join('\n')).toMatch(expected);
  });

  it.each(ONE_WAY)('do not include the reverse of %s', (_, edit) => {
    expect(breakingChanges(edited(edit), read())).toEqual([]);
  });

  it('do not include new operations, optional parameters and fields, and other texts', () => {
    const compatible = edited((d) => {
      d.paths['/api/v1/new'] = { get: d.paths[QUOTES].get };
      d.paths[QUOTES].get.parameters.push({ name: 'x', in: 'query', required: false, schema: {} });
      d.components.schemas.Quote.properties.x = { type: 'string' };
      schemaOf(d.paths[QUOTES].post.requestBody).properties.x = { type: 'string' };
      d.paths[QUOTES].get.description = 'x';
    });
    expect(breakingChanges(read(), compatible)).toEqual([]);
  });
});

it('the committed description and client types are what the code describes; npm run openapi writes them', async () => {
  const api = await describeApi();
  expect(readFileSync(DESCRIPTION_FILE, 'utf8') === descriptionText(api)).toBe(true);
  expect(readFileSync(CLIENT_TYPES_FILE, 'utf8') === typescriptTypes(api)).toBe(true);
});

// It describes itself (tools/list), and a generated client would get an operation that it cannot use: decision 0045.
it('the MCP server is the only operation that the description leaves out', () => {
  const { paths } = read();
  const missing = ENDPOINTS.filter(({ method, path }) => paths[path]?.[method.toLowerCase()] === undefined);
  expect([missing.map(({ path }) => path), Object.keys(paths).includes(MCP.path)]).toEqual([
    [MCP.path],
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
