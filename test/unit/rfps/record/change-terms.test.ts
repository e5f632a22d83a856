import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkOf } from '../../../../shared/rfps/lanes/lane-draft.ts';
import type { LaneTerms } from '../../../../shared/rfps/lanes/lane-summary.ts';
import { changeTerms, type LaneChange } from '../../../../shared/rfps/record/change-terms.ts';

const TOTAL = 220;
const percent = fc.constantFrom(0, 7.5, 30);
const margin = fc.option(percent, { nil: undefined });
const terms = fc
  .array(
    fc.tuple(
      fc.nat(TOTAL - 1),
      fc.record(
        {
          marginPercent: percent,
          excluded: fc.constant(true as const),
          outcome: fc.constant('won' as const),
        },
        { requiredKeys: [] },
      ),
    ),
    { maxLength: 30 },
  )
  .map((entries) => new Map(entries.filter(([, own]) => Object.keys(own).length > 0)));
const changes = fc.uniqueArray(
  fc.record(
    {
      index: fc.nat(TOTAL - 1),
      marginPercent: fc.option(percent, { nil: null }),
      excluded: fc.boolean(),
    },
    { requiredKeys: ['index'] },
  ),
  { selector: ({ index }) => index, maxLength: 30 },
);

/** What a lane should have after a change, from the statement of the operation. */
function expected(own: LaneTerms, change: LaneChange | undefined): LaneTerms {
  const after: Record<string, unknown> = { ...own };
  if (typeof change?.marginPercent === 'number') after.marginPercent = change.marginPercent;
  if (change?.marginPercent === null) delete after.marginPercent;
  if (change?.excluded === true) after.excluded = true;
  if (change?.excluded === false) delete after.excluded;
  return after;
}

describe('a change of the terms of lanes', () => {
  it('changes what it names, keeps the rest, and runs for the chunks whose prices or sums change', () => {
    fc.assert(
      fc.property(terms, margin, changes, margin, (lanes, before, requested, after) => {
        const byIndex = new Map(requested.map((change) => [change.index, change]));
        const changed = changeTerms(
          { lanes, marginPercent: before },
          { changes: requested, marginPercent: after },
          TOTAL,
        );
        const chunks = new Set<number>();
        let isChanged = before !== after;
        for (let index = 0; index < TOTAL; index++) {
          const own = lanes.get(index) ?? {};
          const wanted = expected(own, byIndex.get(index));
          expect((changed?.lanes ?? lanes).get(index) ?? {}).toEqual(wanted);
          const price = own.marginPercent ?? before;
          const isExcluded = own.excluded === true;
          if (price !== (wanted.marginPercent ?? after) || isExcluded !== (wanted.excluded === true)) {
            chunks.add(chunkOf(index).chunk);
          }
          isChanged ||=
            JSON.stringify(expected({}, own as LaneChange)) !==
            JSON.stringify(expected({}, wanted as LaneChange));
        }
        expect(changed === undefined).toBe(!isChanged);
        expect(changed?.chunks ?? []).toEqual([...chunks].toSorted((one, other) => one - other));
      }),
    );
  });

  it('to the values that lanes have is none', () => {
    const lanes = new Map([[3, { marginPercent: 10, excluded: true as const }]]);
    const same = [
      { index: 3, marginPercent: 10, excluded: true },
      { index: 4, marginPercent: null, excluded: false },
    ];
    expect(changeTerms({ lanes, marginPercent: 5 }, { changes: same, marginPercent: 5 }, 10)).toBeUndefined();
    // A margin that equals the RFP's is stored, and changes no price.
    const own = [{ index: 4, marginPercent: 5 }];
    expect(changeTerms({ lanes, marginPercent: 5 }, { changes: own, marginPercent: 5 }, 10)?.chunks).toEqual(
      [],
    );
  });
});
