import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTraceHeader, parseTraceHeader } from '../../../../shared/platform/tracing/trace-header.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const header = fc.record(
  {
    root: fc.tuple(hex(8), hex(24)).map(([time, id]) => `1-${time}-${id}`),
    parent: hex(16),
    sampled: fc.boolean(),
    lineage: fc.stringMatching(/^1:[0-9a-f]{8}:\d$/),
  },
  { requiredKeys: ['root', 'parent', 'sampled'] },
);

describe('a trace header', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(header, (one) => {
        expect(parseTraceHeader(formatTraceHeader(one))).toEqual(one);
      }),
    );
  });

  it('is read in any order, with unknown fields and spaces', () => {
    const text = 'Sampled=1; Self=1-5; Parent=53995c3f42cd8ad8;Root=1-5759e988-bd862e3fe1be46a994272793';
    expect(parseTraceHeader(text)).toEqual({
      root: '1-5759e988-bd862e3fe1be46a994272793',
      parent: '53995c3f42cd8ad8',
      sampled: true,
    });
  });

  it('is not sampled without a decision, or if the sender leaves the decision open', () => {
    const text = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8';
    expect(parseTraceHeader(text)?.sampled).toBe(false);
    expect(parseTraceHeader(`${text};Sampled=?`)?.sampled).toBe(false);
  });

  it.each([
    undefined,
    '',
    'Root=1-5759e988-bd862e3fe1be46a994272793',
    'Root=1-5759e988;Parent=53995c3f42cd8ad8;Sampled=1',
    'Root=1-5759e988-bd862e3fe1be46a994272793;Parent="}]"',
  ])('is rejected without a trace and a parent: %s', (text) => {
    expect(parseTraceHeader(text)).toBeUndefined();
  });
});
