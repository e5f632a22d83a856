import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { AMOUNTS } from '../../../shared/contracts/rate/rate-amounts.ts';
import { MAX_EXTERNAL_ID_LENGTH, rateFields } from '../../../shared/contracts/request/read-contract-rate.ts';
import { addAnswer, NO_RESULT } from '../../../web/console/src/contracts/importing/import-result.ts';
import {
  readFile,
  rejectedFile,
  templateFile,
} from '../../../web/console/src/contracts/importing/rate-file.ts';
import {
  emptyRate,
  MAX_ID_LENGTH,
  type RateDraft,
  rateBody,
  rateErrors,
} from '../../../web/console/src/contracts/rate-draft.ts';
import { readRateFilter, writeRateFilter } from '../../../web/console/src/contracts/rate-filter.ts';

const VALID: RateDraft = {
  ...emptyRate(),
  ...{ origin: 'USSAV', destination: 'GA', amount: '100', from: '2030-01-01' },
};

it('a rate has errors exactly if the service rejects its numbers', () => {
  const typed = fc.constantFrom(
    ...['', '0', '0.0001', '0.00001', '0.01', '0.005', '1', '2.855', '20', '20.5', '500', '500.01'],
    ...['1000', '1000.01', '100,000', '100000.01', 'ten', '-1'],
  );
  const numbers = fc.record({
    rateType: fc.constantFrom('flat' as const, 'per_mile' as const, 'percent_of_market' as const),
    amount: typed,
    minimum: typed,
    fuel: fc.constantFrom('included' as const, 'schedule' as const),
    peg: typed,
    milesPerGallon: typed,
  });
  let accepted = 0;
  fc.assert(
    fc.property(numbers, (part) => {
      const draft = { ...VALID, ...part };
      // JSON has null for NaN, which leaves an optional field out.
      const body = JSON.parse(
        JSON.stringify(rateBody(draft), (_, value) => (Number.isNaN(value) ? 'NaN' : value)),
      );
      const { decimals, most } = AMOUNTS[part.rateType];
      const isAmount =
        body.amount >= 10 ** -decimals &&
        body.amount <= most &&
        Number(Number(body.amount).toFixed(decimals)) === body.amount;
      const isAccepted = v.safeParse(v.object(rateFields), body).success && isAmount;
      expect([draft, Object.keys(rateErrors(draft)).length === 0]).toEqual([draft, isAccepted]);
      if (isAccepted) accepted += 1;
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(20);
  expect(MAX_ID_LENGTH).toBe(MAX_EXTERNAL_ID_LENGTH);
});

it('the filter of the list survives the address, and invalid values become defaults', () => {
  const filter = {
    ...{ customer: 'Acme & Co', origin: 'USSAV', destination: '*', equipment: 'dryvan' },
    ...{ on: '2030-01-01', id: 'A-1', cursor: 'abc' },
  };
  expect(readRateFilter(new URLSearchParams(writeRateFilter(filter)))).toEqual(filter);
  expect(writeRateFilter(readRateFilter(new URLSearchParams('equipment=boat&on=soon')))).toEqual({});
});

it('the template is a file that an import reads', async () => {
  const bytes = new TextEncoder().encode(templateFile('2030-01-01'));
  expect(readRateFile(bytes).map(({ rate }) => rate.external_id)).toEqual(['SAV-ATL', 'GA']);
  expect(await readFile(new Blob([bytes]))).toMatchObject({
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await readFile(new Blob(['from,to\na,b']))).toMatch(/columns are missing/);
});

it('an answer is counted by line, and a replayed answer as unchanged', () => {
  const group = [{ number: 2 }, { number: 4 }, { number: 5 }];
  const answer = {
    rates: [
      { index: 0, rate_id: 'C-1', version: 1, status: 'created' },
      { index: 2, rate_id: 'C-2', version: 3, status: 'replaced' },
    ],
    rejected: [{ index: 1, errors: [{ field: 'rates[1].amount', message: 'must be a number' }] }],
    overlaps: {
      total: 1,
      listed: [
        { index: 2, with_rate_id: 'C-1', with_index: 0, from: '2030-01-01', to: null, contradictory: true },
      ],
    },
    warnings: [{ index: 0, message: 'Starts in the past.' }],
  } as const;
  const first = addAnswer(NO_RESULT, group, answer, false);
  expect(first).toEqual({
    ...{ sent: 3, created: 1, replaced: 1, unchanged: 0, overlaps: 1 },
    rejected: [{ line: 4, errors: ['amount must be a number'] }],
    overlapRows: [
      { line: 5, withRateId: 'C-1', withLine: 2, from: '2030-01-01', to: null, isContradictory: true },
    ],
    warnings: [{ line: 2, message: 'Starts in the past.' }],
  });
  expect(addAnswer(first, group, answer, true)).toMatchObject({
    sent: 6,
    created: 1,
    replaced: 1,
    unchanged: 2,
  });
});

it('the file of the rejected rows has their cells and errors, and an import reads it', () => {
  const text =
    'from;to;equipment;type;rate;fuel;start;customer\nA;B;20;flat;1;market;2030-01-01;x\nC;D;20;flat;x;market;2030-01-01;"=SUM(1)"\n';
  const file = rejectedFile(new TextEncoder().encode(text), [{ line: 3, errors: ['amount is wrong'] }]);
  const rows = readRateFile(new TextEncoder().encode(file));
  expect(rows).toMatchObject([{ rate: { origin: 'C', destination: 'D', amount: 'x', customer: '=SUM(1)' } }]);
  expect(file.split('\r\n')[1]).toMatch(/^3,amount is wrong,C,D/);
});
