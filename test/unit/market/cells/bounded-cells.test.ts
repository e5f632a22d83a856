import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellFromBytes, cellToBytes } from '../../../../shared/market/cells/cell-bytes.ts';
import {
  type CellWeek,
  loadsBetween,
  OPERATOR,
  operatorsCounts,
  residualOf,
  slotOf,
} from '../../../../shared/market/cells/market-cell.ts';
import {
  boundedWeek,
  emptyTally,
  mergeCells,
  tallyLoads,
  weekOf,
} from '../../../../shared/market/cells/merge-cells.ts';
import { ByteWriter } from '../../../../shared/platform/bytes/bytes.ts';

const MOST = 12;

const loadsOf = (of: CellWeek): number => loadsBetween({ weeks: new Map([[1, of]]) }, { from: 1, to: 1 });

const operatorsLoads = (of: CellWeek): number => operatorsCounts(of).reduce((sum, count) => sum + count, 0);

const week = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.double({ min: -0.6, max: 0.6, noNaN: true })), {
    minLength: 1,
    maxLength: 80,
  })
  .map((loads): CellWeek => {
    const tally = emptyTally();
    for (const [position, [kind, residual]] of loads.entries()) {
      tallyLoads(tally, slotOf(kind, residual), position % 5 === 0 ? OPERATOR : position % 3, 1);
    }
    return weekOf(tally);
  });

const bounded = (of: CellWeek): CellWeek => boundedWeek(of, MOST);
const merged = (a: CellWeek, b: CellWeek): CellWeek => {
  const both = mergeCells({ weeks: new Map([[1, a]]) }, { weeks: new Map([[1, b]]) }).weeks.get(1);
  if (both === undefined) throw new Error('no week');
  return both;
};

describe('a week with too many slots', () => {
  it('is the same whether it was bounded at once or in chunks, in any order', () => {
    fc.assert(
      fc.property(week, week, week, (a, b, c) => {
        const atOnce = bounded(merged(merged(a, b), c));
        expect(bounded(merged(bounded(merged(bounded(c), b)), a))).toEqual(atOnce);
        expect(bounded(merged(bounded(a), bounded(merged(b, c))))).toEqual(atOnce);
      }),
    );
  });

  it('keeps all of its loads within half of a wide bin', () => {
    fc.assert(
      fc.property(week, (of) => {
        const wide = bounded(of);
        expect(loadsOf(wide)).toBe(loadsOf(of));
        expect(operatorsLoads(wide)).toBe(operatorsLoads(of));
        expect(wide.width ?? 1).toBeLessThanOrEqual(9);
        const mean = ({ slots, counts }: CellWeek) =>
          slots.reduce((sum, slot, position) => sum + residualOf(slot) * (counts[position] ?? 0), 0) /
          loadsOf(of);
        expect(Math.abs(mean(wide) - mean(of))).toBeLessThan((wide.width ?? 1) * 0.005 + 1e-9);
      }),
    );
  });

  it('has wider bins only if it would be too large otherwise', () => {
    const slots = new Map(
      Array.from({ length: 5_000 }, (_, load) => [slotOf(load % 300, (Math.floor(load / 300) - 8) / 10), 1]),
    );
    const wide = bounded(weekOf({ slots, operatorSlots: new Map(), contributors: [1, 2, 3] }));
    expect(wide.slots.length).toBeLessThanOrEqual(1_200);
    expect(loadsOf(wide)).toBe(slots.size);
  });

  it('is read from bytes of the first format, in which the operator was a contributor', () => {
    const out = new ByteWriter();
    // Format, weeks, the week, its width, contributors, one slot of two loads.
    for (const number of [1, 1, 2_900, 0, 2, 7, OPERATOR, 1, 300, 2]) out.number(number);
    expect(cellFromBytes(out.bytes).weeks.get(2_900)).toEqual({
      slots: [300],
      counts: [2],
      contributors: [7],
    });
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
