import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellFromBytes, cellToBytes } from '../../../shared/market/cell-bytes.ts';
import { type CellWeek, loadsBetween, residualOf, slotOf } from '../../../shared/market/market-cell.ts';
import { boundedWeek, mergeCells, weekOf } from '../../../shared/market/merge-cells.ts';

const MOST = 12;

const loadsOf = (of: CellWeek): number => loadsBetween({ weeks: new Map([[1, of]]) }, { from: 1, to: 1 });

const week = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.double({ min: -0.6, max: 0.6, noNaN: true })), {
    minLength: 1,
    maxLength: 80,
  })
  .map((loads): CellWeek => {
    const slots = new Map<number, number>();
    for (const [kind, residual] of loads) {
      const slot = slotOf(kind, residual);
      slots.set(slot, (slots.get(slot) ?? 0) + 1);
    }
    return weekOf(slots, [1, 2, 3]);
  });

const bounded = (of: CellWeek): CellWeek => boundedWeek(of, MOST);
const merged = (a: CellWeek, b: CellWeek): CellWeek => {
  const both = mergeCells({ weeks: new Map([[1, a]]) }, { weeks: new Map([[1, b]]) }).weeks.get(1);
  if (both === undefined) throw new Error('no week');
  return both;
};

describe('a week with more slots than are kept', () => {
  it('is the same whether it was bounded at once or in pieces, in whatever order', () => {
    fc.assert(
      fc.property(week, week, week, (a, b, c) => {
        const atOnce = bounded(merged(merged(a, b), c));
        expect(bounded(merged(bounded(merged(bounded(c), b)), a))).toEqual(atOnce);
        expect(bounded(merged(bounded(a), bounded(merged(b, c))))).toEqual(atOnce);
      }),
    );
  });

  it('keeps all of its loads, none farther off than half of a wide bin', () => {
    fc.assert(
      fc.property(week, (of) => {
        const wide = bounded(of);
        expect(loadsOf(wide)).toBe(loadsOf(of));
        expect(wide.width ?? 1).toBeLessThanOrEqual(9);
        const mean = ({ slots, counts }: CellWeek) =>
          slots.reduce((sum, slot, position) => sum + residualOf(slot) * (counts[position] ?? 0), 0) /
          loadsOf(of);
        expect(Math.abs(mean(wide) - mean(of))).toBeLessThan((wide.width ?? 1) * 0.005 + 1e-9);
      }),
    );
  });

  it('has wider bins only where it would not end otherwise', () => {
    const slots = new Map(
      Array.from({ length: 5_000 }, (_, load) => [slotOf(load % 300, (Math.floor(load / 300) - 8) / 10), 1]),
    );
    const wide = bounded(weekOf(slots, [1, 2, 3]));
    expect(wide.slots.length).toBeLessThanOrEqual(1_200);
    expect(loadsOf(wide)).toBe(slots.size);
  });

  it('is read from its bytes as it was written', () => {
    fc.assert(
      fc.property(week, week, (a, b) => {
        const cell = {
          weeks: new Map([
            [2_900, a],
            [2_950, bounded(b)],
          ]),
        };
        expect(cellFromBytes(cellToBytes(cell))).toEqual(cell);
      }),
    );
  });
});
