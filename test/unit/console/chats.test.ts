import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { laneNumbers, markedParts } from '../../../web/console/src/chats/marked-parts.ts';

const lane = (index: number, ...found: readonly (readonly [field: string, start: number, end: number])[]) =>
  ({
    index,
    found: found.map(([field, start, end]) => ({ field, start, end, text: '' })),
  }) as never as Parameters<typeof markedParts>[1][number];

it('marks each part of a text with the lanes and fields that were read from it', () => {
  const lanes = [
    lane(0, ['origin', 0, 4], ['equipment_type', 8, 12]),
    lane(1, ['origin', 0, 4], ['special_requirements', 10, 14]),
  ];
  expect(markedParts('LBCT to 40HC.....', lanes, 0)).toEqual([
    { start: 0, text: 'LBCT', lanes: '1–2', fields: 'origin' },
    { start: 4, text: ' to ', lanes: '', fields: '' },
    { start: 8, text: '40', lanes: '1', fields: 'equipment' },
    { start: 10, text: 'HC', lanes: '1–2', fields: 'equipment, accessorials' },
    { start: 12, text: '..', lanes: '2', fields: 'accessorials' },
    { start: 14, text: '...', lanes: '', fields: '' },
  ]);
  expect(markedParts('Re: LBCT', lanes, 'subject')).toEqual([
    { start: 0, text: 'Re: LBCT', lanes: '', fields: '' },
  ]);
  expect(laneNumbers([0, 1, 2, 4, 6, 7])).toBe('1–3, 5, 7–8');
});

it('keeps each character of any text, whatever is marked', () => {
  const span = fc
    .tuple(fc.constant('origin'), fc.nat(30), fc.nat(30))
    .map(([field, one, other]) => [field, Math.min(one, other), Math.max(one, other)] as const);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 30 }), fc.array(span), (text, spans) => {
      const parts = markedParts(text, [lane(0, ...spans)], 0);
      expect(parts.map((part) => part.text).join('')).toBe(text);
    }),
  );
});
