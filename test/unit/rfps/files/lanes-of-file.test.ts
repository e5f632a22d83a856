import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptCells, lanesOfFile, MAX_ROW_BYTES } from '../../../../shared/rfps/files/lanes-of-file.ts';
import { readLaneFile } from '../../../../shared/rfps/files/read-lane-rows.ts';

it('keeps the cells of a row as they are, up to a number of bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 1_000 }), { maxLength: 8 }), (cells) => {
      const kept = keptCells(cells);
      expect(kept).toHaveLength(cells.length);
      expect(Buffer.byteLength(kept.join(''))).toBeLessThanOrEqual(MAX_ROW_BYTES);
      if (Buffer.byteLength(cells.join('')) <= MAX_ROW_BYTES) expect(kept).toEqual(cells);
      for (const [at, cell] of kept.entries()) expect(cell.isWellFormed() || cell === cells[at]).toBe(true);
    }),
  );
});

it('reads lanes with defaults, and faults of a row stay in its lane', () => {
  const { rows } = readLaneFile(Buffer.from('from,to,equipment\nUSLAX,85043,\n,85043,boat\n'));
  const lanes = lanesOfFile(rows, { equipment: 'container_45hc', requirements: [] });
  expect(lanes[0]).toMatchObject({ equipment: 'container_45hc', errors: [], cells: ['USLAX', '85043', ''] });
  expect(lanes[1]?.errors.map(({ field }) => field)).toEqual(['origin', 'equipment_type']);
});
