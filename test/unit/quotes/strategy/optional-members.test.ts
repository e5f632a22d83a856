import { describe, expect, it } from '@jest/globals';
import { readPreview } from '../../../../functions/preview-pricing-strategy/schema.ts';
import { readReplacement } from '../../../../functions/replace-pricing-strategy/schema.ts';
import { strategyBody } from '../../../support/strategy-body.ts';

describe('optional members of a strategy', () => {
  it.each([[{}], [{ note: null }], [{ note: '' }], [{ note: ' \n ' }]])(
    'a replacement with %j has no note',
    (change) => {
      const read = readReplacement(strategyBody(change), undefined);
      expect(read).toMatchObject({ ok: true });
      expect(read.ok && 'note' in read.body).toBe(false);
    },
  );

  it('a note keeps line feeds and tabs, without spaces at the ends', () => {
    expect(readReplacement(strategyBody({ note: ' a\r\n\tb 🚚 ' }), '"3"')).toMatchObject({
      body: { note: 'a\n\tb 🚚', expectedVersion: 3 },
    });
  });

  it.each([['x'.repeat(501)], ['a\rb'], ['\u0000'], [7], [{}]])('the note %j is rejected', (note) => {
    expect(readReplacement(strategyBody({ note }), undefined)).toMatchObject({
      rejection: { details: { errors: [{ field: 'note' }] } },
    });
  });

  it.each([
    [{}, 100],
    [{ quotes: null }, 100],
    [{ quotes: 1 }, 1],
    [{ quotes: 100 }, 100],
  ])('a preview with %j has %d quotes', (change, quotes) => {
    expect(readPreview(strategyBody(change))).toMatchObject({ ok: true, body: { quotes } });
  });

  it.each([[0], [101], [1.5], ['5'], [true]])('%j quotes are rejected', (quotes) => {
    expect(readPreview(strategyBody({ quotes }))).toMatchObject({
      rejection: { details: { errors: [{ field: 'quotes' }] } },
    });
  });
});
