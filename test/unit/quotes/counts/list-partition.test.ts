import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../../../../shared/platform/time/utc-day.ts';
import {
  ALL_PARTITIONS,
  decisionIn,
  listPartition,
  matchingDays,
} from '../../../../shared/quotes/counts/list-partition.ts';
import { QUOTE_OUTCOMES, quoteOutcome } from '../../../../shared/quotes/record/quote-outcome.ts';
import { QUOTE_STATUSES, quoteStatus } from '../../../../shared/quotes/record/quote-status.ts';

const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays('2026-01-01', days));
const bound = fc.option(day, { nil: undefined });
const filters = fc.record({
  outcome: fc.option(fc.constantFrom(...QUOTE_OUTCOMES), { nil: undefined }),
  status: fc.option(fc.constantFrom(...QUOTE_STATUSES), { nil: undefined }),
  start: bound,
  end: bound,
});

describe('the days that a filter matches in a list partition', () => {
  it('are the days in the range on which quotes have the status', () => {
    fc.assert(
      fc.property(
        filters,
        day,
        day,
        fc.integer({ min: 0, max: 90 }),
        fc.constantFrom(undefined, 'converted', 'declined', 'superseded'),
        ({ status, outcome, start, end }, created, today, validityDays, decision) => {
          fc.pre(created <= today);
          const expiryDay = addDays(created, validityDays);
          const at = `${created}T00:00:00.000Z`;
          const quote = { expiryDay, ...(decision === 'converted' && { convertedAt: at }) };
          const wanted =
            (outcome === undefined || outcome === quoteOutcome(decision, expiryDay, today)) &&
            (status === undefined || status === quoteStatus(quote, today)) &&
            (start === undefined || created >= start) &&
            (end === undefined || created <= end);

          const filter = {
            ...(status && { status }),
            ...(outcome && { outcome }),
            ...(start && { start }),
            ...(end && { end }),
          };
          const partition = listPartition(decision, validityDays);
          expect(ALL_PARTITIONS).toContain(partition);
          expect(decisionIn(partition)).toBe(decision);
          const days = matchingDays(partition, filter, today);

          expect(days !== undefined && days.first <= created && created <= days.last).toBe(wanted);
        },
      ),
    );
  });
});

describe('UTC days', () => {
  it('are counted across leap days and year ends', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
    expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  });
});
