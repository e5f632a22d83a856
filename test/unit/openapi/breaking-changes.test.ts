import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DESCRIPTION_FILE } from '../../../lib/functions/description-file.ts';
import { breakingChanges } from '../../../openapi/breaking-changes.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test changes another part of the document
type Editable = any;

const read = (): Editable => JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));
const schemaOf = (holder: Editable) => holder.content['application/json'].schema;
const QUOTES = '/api/v1/quotes';

/** Faults of the committed description after a change, and of the reverse change. */
const changed = (edit: (document: Editable) => void) => {
  const after = read();
  edit(after);
  return { forward: breakingChanges(read(), after), back: breakingChanges(after, read()) };
};

/** Changes that break clients, with the reported text. The reverse of most of them breaks nothing. */
const BREAKING: readonly (readonly [name: string, edit: (document: Editable) => void, expected: RegExp])[] = [
  [
    'a removed path',
    (d) => void delete d.paths['/api/v1/usage'],
    /GET \/api\/v1\/usage: the operation was removed/,
  ],
  [
    'a removed operation',
    (d) => void delete d.paths[QUOTES].get,
    /GET \/api\/v1\/quotes: the operation was removed/,
  ],
  [
    'a removed parameter',
    (d) => {
      d.paths[QUOTES].get.parameters = d.paths[QUOTES].get.parameters.filter(
        ({ name }: { name: string }) => name !== 'offset',
      );
    },
    /the parameter query offset was removed/,
  ],
  [
    'a new required parameter',
    (d) => {
      d.paths[QUOTES].get.parameters.push({ name: 'x', in: 'query', required: true, schema: {} });
    },
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
    'a body that becomes required',
    (d) => {
      d.paths['/v1/webhooks/{webhook_id}/test'].post.requestBody.required = true;
    },
    /a body is required now/,
  ],
  [
    'a removed field of a request',
    (d) => void delete schemaOf(d.paths[QUOTES].post.requestBody).properties.customer_reference,
    /body: the field customer_reference was removed/,
  ],
  [
    'a removed field of a response',
    (d) => {
      const { Quote } = d.components.schemas;
      delete Quote.properties.warnings;
      Quote.required = Quote.required.filter((name: string) => name !== 'warnings');
    },
    /GET \/api\/v1\/quotes\/\{quote_id\} 200\.quote: the field warnings was removed/,
  ],
  [
    'a field that a response may omit',
    (d) => {
      const { Quote } = d.components.schemas;
      Quote.required = Quote.required.filter((name: string) => name !== 'warnings');
    },
    /the field warnings may be missing/,
  ],
  [
    'a removed status',
    (d) => void delete d.paths[QUOTES].post.responses['409'],
    /the status 409 was removed/,
  ],
  [
    'a removed header',
    (d) => void delete d.paths['/api/v1/rates'].post.responses['200'].headers['X-Usage-Used'],
    /200: the header X-Usage-Used was removed/,
  ],
  [
    'a removed value of a parameter',
    (d) => {
      d.paths[QUOTES].get.parameters[0].schema.enum.pop();
    },
    /query status: the value "converted" was removed/,
  ],
  [
    'a removed code of an error',
    (d) => {
      schemaOf(
        d.paths[QUOTES].post.responses['400'],
      ).anyOf[0].allOf[1].properties.error.properties.code.enum.pop();
    },
    /was removed/,
  ],
  [
    'a narrowed type of a request',
    (d) => {
      d.components.schemas.PricingStrategyReplacement.properties.guaranteed_percent.type = 'integer';
    },
    /guaranteed_percent: the type number is no longer allowed/,
  ],
  [
    'a request that may no longer be null',
    (d) => {
      const { properties } = d.components.schemas.Lane;
      properties.hazmat = { type: 'boolean' };
    },
    /hazmat: an alternative was removed/,
  ],
  [
    'a type that a response adds',
    (d) => {
      d.components.schemas.QuotePricing.properties.total_rate.type = ['number', 'string'];
    },
    /total_rate: the type string is new in the response/,
  ],
  [
    'a tighter upper bound',
    (d) => {
      d.paths[QUOTES].get.parameters.find(({ name }: { name: string }) => name === 'limit').schema.maximum =
        50;
    },
    /query limit: maximum is 50 now/,
  ],
  [
    'a tighter lower bound',
    (d) => {
      schemaOf(d.paths['/api/v1/rates'].post.requestBody).minItems = 2;
    },
    /minItems is 2 now/,
  ],
  [
    'another pattern',
    (d) => {
      d.components.parameters['Idempotency-Key'].schema.pattern = '^x$';
    },
    /header Idempotency-Key: pattern is \^x\$ now/,
  ],
  [
    'another scope',
    (d) => {
      d.paths[QUOTES].get['x-required-scope'] = 'write';
    },
    /the scope write is required now/,
  ],
  [
    'another operationId',
    (d) => {
      d.paths[QUOTES].get.operationId = 'quotes';
    },
    /the operationId is quotes now/,
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

const COMPATIBLE: readonly (readonly [name: string, edit: (document: Editable) => void])[] = [
  ['no change', () => {}],
  [
    'a new operation',
    (d) => {
      d.paths['/api/v1/new'] = { get: d.paths[QUOTES].get };
    },
  ],
  [
    'a new optional parameter',
    (d) => void d.paths[QUOTES].get.parameters.push({ name: 'x', in: 'query', required: false, schema: {} }),
  ],
  [
    'a new field of a response',
    (d) => {
      d.components.schemas.Quote.properties.x = { type: 'string' };
    },
  ],
  [
    'a new optional field of a request',
    (d) => {
      schemaOf(d.paths[QUOTES].post.requestBody).properties.x = { type: 'string' };
    },
  ],
  [
    'another text',
    (d) => {
      d.paths[QUOTES].get.description = 'x';
    },
  ],
];

describe('breaking changes of the description', () => {
  it.each(BREAKING)('include %s', (_, edit, expected) => {
    expect(changed(edit).forward.join('\n')).toMatch(expected);
  });

  it.each(COMPATIBLE)('do not include %s', (_, edit) => {
    expect(changed(edit).forward).toEqual([]);
  });

  it('do not include wider requests and narrower responses', () => {
    const wider = ['a tighter upper bound', 'a tighter lower bound', 'a narrowed type of a request'];
    const narrower = ['a type that a response adds', 'a field that a response may omit'];
    for (const [name, edit] of BREAKING.filter(([one]) => wider.includes(one) || narrower.includes(one))) {
      const { back } = changed(edit);
      // The pricing strategy is read and written.
      expect(back.filter((change) => !(name.includes('narrowed') && / 200/.test(change)))).toEqual([]);
    }
  });
});
