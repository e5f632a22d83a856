import { describe, expect, it } from 'vitest';
import { errorCodes, typescriptTypes } from '../../../openapi/typescript-types.ts';

const VALUES = { type: 'string', enum: ['a', 'b'] };
const LEFT_OUT = { $ref: '#/components/schemas/LeftOut' };
const text = { type: 'string' };

/** A description with the schemas whose sets of values have names, and these. */
const describeSchemas = (schemas: object, paths: object = {}) =>
  typescriptTypes({
    paths,
    components: {
      schemas: {
        EventEnvelope: { properties: { event: { enum: ['x.created'] } } },
        Delivery: { properties: { status: { enum: ['sent'] } } },
        RateResult: { properties: { equipment: { enum: ['box'] } } },
        Quote: { properties: { equipment_type: { enum: ['van'] }, status: { enum: ['active'] } } },
        Terminal: { properties: { type: VALUES } },
        ...schemas,
      },
    },
  });

describe('the type of a schema', () => {
  it('has its texts, and the names of repeated sets of values', () => {
    const types = describeSchemas({
      Lane: {
        description: 'A lane.',
        type: 'object',
        properties: {
          type: { ...VALUES, description: 'Ends no comment: */' },
          'a-b': { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
          point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] },
        },
        required: ['type'],
      },
    });
    expect(types).toContain(
      [
        '/** A lane. */',
        'export interface Lane {',
        '  /** Ends no comment: *\\/ */',
        '  readonly type: TerminalType;',
        "  readonly 'a-b'?: readonly (number | null)[];",
        '  readonly point?: readonly [number, number];',
        '}',
      ].join('\n'),
    );
    expect(types).toContain("export type TerminalType = 'a' | 'b';");
  });

  it('of a request accepts undefined, and hides values that count as absent', () => {
    const body = { type: 'object', properties: { note: { anyOf: [text, LEFT_OUT], default: 'x' } } };
    const operation = {
      operationId: 'makeThing',
      'x-required-scope': 'write',
      requestBody: { content: { 'application/json': { schema: body } } },
      responses: {
        200: { content: { 'application/json': { schema: { type: 'object', properties: { note: text } } } } },
      },
    };
    const types = describeSchemas({ LeftOut: { enum: [null, ''] } }, { '/things': { post: operation } });
    expect(types).toMatch(
      /interface MakeThingBody \{\n {2}\/\*\* @default 'x' \*\/\n {2}readonly note\?: string \| undefined;/,
    );
    expect(types).toMatch(/interface MakeThingResponse \{\n {2}readonly note\?: string;/);
    expect(types).not.toContain('LeftOut');
  });

  it('of an event extends the envelope and narrows its name', () => {
    const types = describeSchemas({
      XCreatedEvent: {
        allOf: [{ $ref: '#/components/schemas/EventEnvelope' }],
        properties: { event: { const: 'x.created' } },
      },
    });
    expect(types).toContain(
      "interface XCreatedEvent extends EventEnvelope {\n  readonly event: 'x.created';",
    );
    expect(types).toContain('export type WebhookEvent = XCreatedEvent;');
  });
});

it('error codes are the texts of all operations, without statuses', () => {
  const schema = (code: unknown) => ({ properties: { error: { properties: { code: { enum: [code] } } } } });
  expect([...errorCodes([schema('NOT_FOUND'), { deep: schema('conflict') }, schema(429)])]).toEqual([
    'NOT_FOUND',
    'conflict',
  ]);
});
