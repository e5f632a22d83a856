import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, foldWords } from '../../../../shared/platform/text/text-folding.ts';

const anyText = fc.string({ unit: 'binary' });

describe('folding', () => {
  it('finds no word in a text beyond ASCII that is too long to normalize', () => {
    expect(foldWords(`pier ${'\u0327\u0301'.repeat(245_000)}`)).toEqual([]);
  });

  it.each([
    ['Pier T', 'pier t'],
    ['  T-18 / (SSA) ', 't 18 ssa'],
    ['San José, PR', 'san jose pr'],
    ['Jose\u0301', 'jose'],
    ['ＬＢＣＴ', 'lbct'],
    ["O'Fallon", 'o fallon'],
    ['İzmir', 'izmir'],
    ['מסוף', 'מסוף'],
    ['!?*\\"🚢\u0000', ''],
    ['', ''],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('of a folded text changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it('leaves words of letters and digits only', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const word of foldWords(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });

  it('joins the words of parts that a space separates', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(foldWords(`${a} ${b}`)).toEqual([...foldWords(a), ...foldWords(b)]);
      }),
    );
  });
});
