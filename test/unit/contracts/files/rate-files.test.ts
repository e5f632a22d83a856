import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeRate } from '../../../../shared/contracts/documents/rate-document.ts';
import { readRateFile } from '../../../../shared/contracts/files/read-rate-file.ts';
import { rateFileHeader, rateLine } from '../../../../shared/contracts/files/write-rate-file.ts';
import { readContractRate } from '../../../../shared/contracts/request/read-contract-rate.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../../geography/places/places-file-ready.ts';
import { contractRate } from '../contract-rates.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const HEADER = 'Origin;To;Equipment;Rate Type;Rate;Fuel;Start Date';
const sources = {
  places: createEmbeddedGeocoder(),
  terminals: buildEmbeddedDirectory(loadTerminals()),
};

const hundredths = (max: number) => fc.integer({ min: 1, max });
/** Rates whose texts are those that a stored rate has: without spaces at the ends and control characters. */
const text = fc.string({ maxLength: 60 }).map((raw) => raw.replace(/\p{Cc}/gu, '').trim());
const anyRate = fc
  .record({
    customer: text,
    externalId: text,
    origin: fc.constantFrom(
      { key: 'port:USSAV', text: 'USSAV' } as const,
      { key: 'zip3:303', text: '303' } as const,
    ),
    destination: fc.constantFrom(
      { key: 'city:GA atlanta', text: 'Atlanta, GA' } as const,
      { key: 'any:*', text: '*' } as const,
    ),
    rateType: fc.constantFrom('flat', 'per_mile', 'percent_of_market'),
    amount: hundredths(40_000),
    minimumCents: fc.option(hundredths(90_000), { nil: undefined }),
    fuel: fc.constantFrom('included', 'market', 'schedule'),
    schedule: fc.record({
      pegMills: hundredths(5_000),
      milesPerGallonHundredths: fc.integer({ min: 100, max: 900 }),
    }),
    accessorialOverrides: fc.constantFrom({}, { chassis: { cents: 4_050 }, hazmat: { percentOfBase: 5.5 } }),
    effectiveTo: fc.option(fc.constant('2027-01-01'), { nil: undefined }),
    tiers: fc.constantFrom(
      [],
      [
        { fromVolume: 5, amount: 7 },
        { fromVolume: 10, amount: 5 },
      ],
    ),
  })
  .map(({ schedule, ...rate }) =>
    contractRate({ ...rate, fuelSchedule: rate.fuel === 'schedule' ? schedule : undefined }),
  );

describe('a file of contract rates', () => {
  it('that was exported is read as the same rates', () => {
    fc.assert(
      fc.property(fc.array(anyRate, { minLength: 1, maxLength: 5 }), (rates) => {
        const file = `${rateFileHeader}${rates.map((rate) => rateLine(describeRate(rate))).join('')}`;
        const read = readRateFile(bytes(file)).map(({ rate }) => readContractRate(rate, '', sources));
        expect(read).toEqual(
          rates.map(({ rateId: _, version: __, updatedAt: ___, ...terms }) => ({ ok: true, terms })),
        );
      }),
    );
  });

  it('has usual headers and numbers of spreadsheets; other columns have no meaning', () => {
    const file = `${HEADER};Remarks;Min;Accessorials;Tiers\r\nUSSAV;30318;40HC;Per Mile;"2,85";Market;2027-01-01;x;$ 1,250.50;chassis=40|hazmat=5%;5=2.5\r\n\r\nGA;*;van;flat;n/a;market;2027-01-01`;
    expect(readRateFile(bytes(file))).toEqual([
      {
        number: 2,
        rate: {
          ...{ origin: 'USSAV', destination: '30318', equipment_type: '40HC', rate_type: 'per_mile' },
          ...{ amount: 2.85, minimum: 1250.5, fuel: 'market', effective_from: '2027-01-01' },
          accessorial_overrides: { chassis: { rate: 40 }, hazmat: { percent_of_base: 5 } },
          tiers: [{ from_volume: 5, amount: 2.5 }],
        },
      },
      {
        number: 4,
        rate: {
          ...{ origin: 'GA', destination: '*', equipment_type: 'van', rate_type: 'flat', amount: 'n/a' },
          ...{ fuel: 'market', effective_from: '2027-01-01' },
        },
      },
    ]);
  });

  it('is read as the guide shows', () => {
    const page = readFileSync('docs/integrators/contract-rates.md', 'utf8');
    const [, file = ''] = /```text\n([^`]*)```/.exec(page) ?? [];
    const rates = readRateFile(bytes(file)).map(({ rate }) => readContractRate(rate, '', sources));
    expect(rates).toMatchObject([
      { ok: true, terms: { amount: 85_000, tiers: [{ fromVolume: 10, amount: 80_000 }] } },
      { ok: true, terms: { amount: 38_500, destination: { key: 'zip:85043' } } },
    ]);
  });

  it.each([
    ['', 'the file is empty'],
    [HEADER, 'the file has no rows below the header'],
    ['origin,to', 'columns are missing: equipment_type, rate_type, amount, fuel, effective_from'],
    [`${HEADER};From`, 'columns "Origin" and "From" both mean origin'],
  ])('%j is rejected', (file, message) => {
    expect(() => readRateFile(bytes(file))).toThrow(message);
  });
});
