import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ANCHORS, modelOf, rowOf } from './published-anchors.ts';

const GUIDE = readFileSync(new URL('../../../docs/how-a-rate-is-made.md', import.meta.url), 'utf8');

describe('the published anchors', () => {
  it.each(ANCHORS)('$says: $published lies in the range of the rate', (anchor) => {
    for (const miles of anchor.miles) {
      const { min, max } = modelOf(anchor, miles);
      expect({ miles, reached: min <= anchor.high && max >= anchor.low }).toEqual({ miles, reached: true });
    }
  });

  it('prices the 33-mile sample at its $448 within 1%', () => {
    const [sample] = ANCHORS;
    expect(sample && Math.abs(modelOf(sample, 33).rate / sample.low - 1)).toBeLessThan(0.01);
  });

  it.each(ANCHORS)('$says: stands in the guide with the figures of the model', (anchor) => {
    expect(GUIDE.split('\n')).toContain(rowOf(anchor));
  });

  it('are all that the guide shows beside the model', () => {
    const table = GUIDE.split('\n').slice(
      GUIDE.split('\n').findIndex((line) => line.startsWith('| Anchor ')),
    );
    const rows = table.slice(
      2,
      table.findIndex((line) => !line.startsWith('|')),
    );
    expect(rows).toEqual(ANCHORS.map(rowOf));
  });
});
