import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Organization } from '../../../shared/accounts/organizations/organization.ts';
import { describeRate } from '../../../shared/contracts/documents/rate-document.ts';
import { MAX_FILE_BYTES } from '../../../shared/contracts/files/rate-columns.ts';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { rateFileHeader, rateLine } from '../../../shared/contracts/files/write-rate-file.ts';
import { createContractRateIds } from '../../../shared/contracts/rate/contract-rate-id.ts';
import { readContractRate } from '../../../shared/contracts/request/read-contract-rate.ts';
import type {
  ContractRateStore,
  WriteOutcome,
} from '../../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { importRateUpload } from '../../../shared/contracts/uploads/import-rate-upload.ts';
import { RATE_UPLOADS } from '../../../shared/contracts/uploads/rate-uploads.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { XlsxWriter } from '../../../shared/platform/files/xlsx-writer.ts';
import { cellText } from '../../../shared/sheets/table.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { announcedKey } from '../../../shared/uploads/upload-key.ts';
import type { Upload } from '../../../shared/uploads/upload-message.ts';
import { createInMemoryContractRates } from '../../support/in-memory-contract-rates.ts';
import { createInMemoryObjects } from '../../support/in-memory-objects.ts';
import { NO_CUSTOMERS } from '../../support/named-customer.ts';
import { contractRate } from './contract-rates.ts';
import { anyFuel } from './fuel-terms.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;

const HEADER =
  'external_id,customer,origin,destination,equipment_type,rate_type,amount,fuel,effective_from,effective_to';

/** A valid row, except for `cells`. */
const rateRow = (cells: Readonly<Record<string, string | number>> = {}): string => {
  const given: Readonly<Record<string, string | number>> = {
    ...{ origin: 'USSAV', destination: '"Atlanta, GA"', equipment_type: '40HC', rate_type: 'flat' },
    ...{ amount: 850, fuel: 'included', effective_from: '2026-12-01' },
    ...cells,
  };
  return HEADER.split(',')
    .map((column) => given[column] ?? '')
    .join(',');
};

const rateFile = (...rows: readonly string[]): string => [HEADER, ...rows, ''].join('\n');

const places = createEmbeddedGeocoder();
const directory = buildEmbeddedDirectory(loadTerminals());

/**
 * Imports of contract rates in memory.
 * @param fail called before each call of the bucket and each write of rates; it may throw.
 */
function rateUploadsUnderTest(fail: (call: string) => void = () => {}) {
  const objects = createInMemoryObjects(fail);
  const rates = createInMemoryContractRates();
  const organizations = new Map<string, Pick<Organization, 'status' | 'erasingSince'>>([
    [CALLER.orgId, { status: 'active' }],
  ]);
  const newRateId = createContractRateIds();
  let at = Date.parse('2026-11-25T12:00:00Z');
  const now = () => {
    at += 1;
    return new Date(at);
  };
  const failing: ContractRateStore = {
    ...rates,
    // One by one, so that a failure leaves a part of a group.
    write: async (account, writes) => {
      const outcomes: WriteOutcome[] = [];
      for (const write of writes) {
        fail('write rate');
        outcomes.push(...(await rates.write(account, [write])));
      }
      return outcomes;
    },
  };
  const run = (upload: Upload, hasTime: () => boolean = () => true) => {
    return importRateUpload(
      {
        ...{ objects, places, newRateId, now, hasTime },
        rates: failing,
        customers: NO_CUSTOMERS,
        terminals: { current: async () => directory },
        findOrganization: async (orgId) => organizations.get(orgId),
      },
      upload,
    );
  };
  return {
    ...{ objects, rates, organizations, run },
    upload: (key: string, content: string | Uint8Array): Upload => {
      const tag = objects.put(key, content);
      return { key, tag, length: Buffer.from(content).length, sequencer: '1' };
    },
    result: (key: string) => JSON.parse(objects.text(`${key}.upload.json`)).import,
    stored: async (account: { orgId: string; mode: 'test' | 'live' } = CALLER) =>
      (await rates.list(account, {}, 100_000)).rates.toReversed(),
  };
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const USUAL_HEADER = 'Origin;To;Equipment;Rate Type;Rate;Fuel;Start Date';
const sources = {
  places: createEmbeddedGeocoder(),
  terminals: buildEmbeddedDirectory(loadTerminals()),
};

const hundredths = (max: number) => fc.integer({ min: 1, max });
/**
 * Rates whose texts are those that a stored rate has: without spaces at the ends and control characters. Files do not have
 * what people write into empty cells, such as "-".
 */
const text = fc.string({ maxLength: 60 }).map((raw) => cellText(raw.replace(/\p{Cc}/gu, '')));
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
    fuel: anyFuel,
    accessorialOverrides: fc.constantFrom(
      {},
      { chassis: { cents: 4_050 }, hazmat: { percentOfBase: 5.5 } },
      { detention: { cents: 9_550, freeTime: 1 }, per_diem: { cents: 100, freeTime: 0 } },
    ),
    effectiveTo: fc.option(fc.constant('2027-01-01'), { nil: undefined }),
    tiers: fc.constantFrom(
      [],
      [
        { fromVolume: 5, amount: 7 },
        { fromVolume: 10, amount: 5 },
      ],
    ),
  })
  .map((rate) => contractRate(rate));

describe('a file of contract rates', () => {
  it('that was exported is read as the same rates', () => {
    fc.assert(
      fc.property(fc.array(anyRate, { minLength: 1, maxLength: 5 }), (rates) => {
        const file = `${rateFileHeader}${rates.map((rate) => rateLine(describeRate(rate))).join('')}`;
        const read = readRateFile(bytes(file)).rows.map(({ rate }) => readContractRate(rate, '', sources));
        expect(read).toEqual(
          rates.map(({ rateId: _, version: __, updatedAt: ___, ...terms }) => ({
            ok: true,
            terms,
            warnings: [],
          })),
        );
      }),
    );
  });

  it('has usual headers and numbers of spreadsheets; other columns have no meaning', () => {
    const file = `${USUAL_HEADER};Remarks;Min;Accessorials;Tiers\r\nUSSAV;30318;40HC;Per Mile;"2,85";Market;2027-01-01;x;$ 1.250,50;chassis=40|hazmat=5%;5=2.5\r\n\r\nGA;*;van;flat;n/a;market;2027-01-01`;
    expect(readRateFile(bytes(file)).rows).toMatchObject([
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
          ...{ origin: 'GA', destination: '*', equipment_type: 'van', rate_type: 'flat' },
          ...{ fuel: 'market', effective_from: '2027-01-01' },
        },
        faults: [{ header: 'Rate', reason: 'has no rate' }],
      },
    ]);
  });
});

it.each([
  ['850;Not incl.', 'market', 'Fuel is "Not incl.", without figures'],
  ['850;not in rate', 'market', 'Fuel is "not in rate", without figures'],
  ['850;None included', 'market', 'Fuel is "None included", without figures'],
  ['850;Included (no extra charge)', undefined, 'is not understood'],
  ['850;All-in, no separate FSC', undefined, 'is not understood'],
])('a rate and fuel "%s" are %s, or are not understood', (cells, fuel, text) => {
  const file = `${USUAL_HEADER}\nUSSAV;30318;40HC;flat;${cells};2027-01-01\n`;
  const [row] = readRateFile(bytes(file)).rows;
  expect(row?.rate.fuel).toBe(fuel);
  expect([...(row?.warnings ?? []), ...(row?.faults ?? []).map(({ reason }) => reason)]).toEqual([
    expect.stringContaining(text),
  ]);
});

it.each([
  ['Chassis', 'included', 'market'],
  ['Tolls', '5%', 'market'],
  ['Detention terms', 'all-in', 'market'],
  ['Info', 'Chassis included', 'market'],
  ['Remarks', 'Call before delivery', 'market'],
  ['Terms', 'Detention additional', 'market'],
  ['Terms', 'All-in', 'included'],
  ['Info', 'BAF included', 'included'],
  ['S/C', '24%', { method: 'percent', value: 24 }],
  ['FSC handling', 'included', 'included'],
])('a column "%s" with "%s" has the fuel terms %j', (header, cell, fuel) => {
  const file = `${USUAL_HEADER.replace('Fuel', header)}\nUSSAV;30318;40HC;flat;850;${cell};2027-01-01\n`;
  expect(readRateFile(bytes(file)).rows).toMatchObject([{ faults: [], rate: { fuel } }]);
});

it('columns of peg and miles per gallon are a surcharge per mile', () => {
  const fuelOf = (...cells: readonly string[]) => {
    const file = `${USUAL_HEADER};Peg;MPG\nUSSAV;30318;40HC;flat;850;${cells.join(';')}\n`;
    const [row] = readRateFile(bytes(file.replace('Fuel;Start Date', 'Start Date;Fuel'))).rows;
    if (row?.faults.length) return row.faults.map(({ reason }) => reason);
    const reading = readContractRate(row?.rate, '', sources);
    return reading.ok ? reading.terms.fuel : reading.errors.map(({ field }) => field);
  };
  const pegged = { method: 'peg', pegMills: 1_250, milesPerGallonHundredths: 550 };
  for (const text of ['schedule', 'Table', '']) {
    expect(fuelOf('2027-01-01', text, '$1.25', '5,5')).toEqual({ ...pegged, region: null, miles: 'one_way' });
  }
  expect(fuelOf('2027-01-01', 'schedule', '1.25', '')).toEqual(['fuel.miles_per_gallon']);
  expect(fuelOf('2027-01-01', 'included', '1.25', '5.5')).toEqual([
    'contradicts the columns of peg and miles per gallon',
  ]);
  expect(fuelOf('2027-01-01', 'schedule', '', '')).toBe('market');
});

const KEY = announcedKey(CALLER, RATE_UPLOADS.folder, 'upl_1M4BMXGM0007Z3K9M2QX4T8V1BN');
const OTHER_KEY = announcedKey(CALLER, RATE_UPLOADS.folder, 'upl_1M4BMXGM0007Z3K9M2QX4T8V1BP');

/** Valid rows with and without ids, an invalid one, and a repeated id. */
const ROWS = [
  rateRow({ external_id: 'A', customer: 'Acme' }),
  rateRow({ amount: 0, destination: '"Nowhere, ZZ"' }),
  rateRow({ external_id: 'A', customer: 'ACMÉ', amount: 900 }),
  rateRow({ external_id: 'A', customer: 'Other' }),
  rateRow({ effective_from: '2026-01-01' }),
  rateRow({ amount: 910 }),
];
const FILE = rateFile(...ROWS);

describe('a file of contract rates', () => {
  it('has the same result wherever its runs are killed, and each rate is written once', async () => {
    const whole = rateUploadsUnderTest();
    // Stored before, so that a row replaces it and one finds it unchanged.
    const before = rateFile(rateRow({ external_id: 'A', customer: 'Acme', amount: 1 }), String(ROWS[3]));
    await whole.run(whole.upload(OTHER_KEY, before));
    await whole.run(whole.upload(KEY, FILE));
    const expected = whole.result(KEY);
    expect(expected.written).toMatchObject({ created: 2, replaced: 1, unchanged: 1 });

    const calls = fc.array(fc.record({ calls: fc.nat(14), isParallel: fc.boolean() }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(calls, async (kills) => {
        let left = Number.POSITIVE_INFINITY;
        const test = rateUploadsUnderTest(() => {
          left -= 1;
          if (left < 0) throw new Error('killed');
        });
        await test.run(test.upload(OTHER_KEY, before));
        const upload = test.upload(KEY, FILE);
        for (const { calls: allowed, isParallel } of kills) {
          left = allowed;
          const runs = Array.from({ length: isParallel ? 2 : 1 }, () => test.run(upload, () => false));
          await Promise.allSettled(runs);
        }
        left = Number.POSITIVE_INFINITY;
        while ((await test.run(upload, () => false)).outcome === 'unfinished');
        await test.run(upload);

        const { written, rows, rejected } = test.result(KEY);
        const { created, replaced, unchanged, overlaps } = written;
        expect({ created, replaced, unchanged, rows, rejected, total: overlaps.total }).toEqual({
          ...{ created: 2, replaced: 1, unchanged: 1, rows: 6, rejected: 2 },
          total: expected.written.overlaps.total,
        });
        expect(test.objects.text(`${KEY}.rejected.csv`)).toBe(whole.objects.text(`${KEY}.rejected.csv`));
        const terms = async ({ stored }: typeof whole) =>
          (await stored()).map(({ customer, amount, version }) => `${customer} ${amount} ${version}`).sort();
        expect(await terms(test)).toEqual(await terms(whole));
      }),
    );
  });
});

describe('a file of contract rates that is sent again', () => {
  const imported = async (content: string | Uint8Array, ...announced: readonly object[]) => {
    const test = rateUploadsUnderTest();
    const created: number[] = [];
    for (const [at, choice] of announced.entries()) {
      const key = announcedKey(CALLER, RATE_UPLOADS.folder, `upl_1M4BMXGM0007Z3K9M2QX4T8V1B${at}`);
      const { createdAt, expiresAt } = {
        createdAt: '2026-11-25T11:00:00Z',
        expiresAt: '2026-11-25T13:00:00Z',
      };
      const record = { announced: { fileName: null, createdAt, expiresAt, ...choice } };
      const upload = test.upload(key, content);
      test.objects.put(`${key}.upload.json`, JSON.stringify(record));
      await test.run(upload);
      created.push(test.result(key).written.created);
    }
    return created;
  };

  it('has rates of the terminals that its cells mean, with warnings', async () => {
    const { run, upload, stored, result } = rateUploadsUnderTest();
    const file = 'Terminal,To,Size,Rate,Fuel,Eff\nSeagirt,30303,40HC,850,incl,1/1/27\n';
    await run(upload(KEY, file));
    expect((await stored()).map(({ origin }) => origin.text)).toEqual(['Seagirt Marine Terminal']);
    expect(result(KEY).written.warnings).toContainEqual(
      expect.objectContaining({ message: '"Seagirt" was read as the terminal Seagirt Marine Terminal.' }),
    );
  });

  it('has other rates in another sheet', async () => {
    const writer = new XlsxWriter('West', HEADER.split(','));
    const row = rateRow().replace('"Atlanta, GA"', '30303').split(',');
    const parts = unzipSync(Buffer.concat([writer.add([row]), writer.end()]));
    const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
    const east = workbook.replace(/<sheet [^>]*>/, (west) => `${west}${west.replace('West', 'East')}`);
    const file = zipSync({ ...parts, 'xl/workbook.xml': strToU8(east) });
    const sheets = [{}, { sheet: 'West' }, { sheet: 'East' }, { sheet: 'East' }];
    expect(await imported(file, ...sheets)).toEqual([1, 0, 1, 0]);
  });

  it('has other rates if its columns are stated differently', async () => {
    const [lane, others] = ['origin,destination,equipment_type,rate_type', 'fuel,effective_from'];
    const file = `${lane},Now,Next,${others}\nUSSAV,30303,40HC,flat,850,900,included,2026-12-01\n`;
    const [now, next] = [
      { Now: 'rate', Next: 'ignore' },
      { Next: 'rate', Now: 'ignore' },
    ];
    const again = Object.fromEntries(Object.entries(now).toReversed());
    const choices = [now, next, again].map((columns) => ({ columns }));
    expect(await imported(file, ...choices)).toEqual([1, 1, 0]);
  });
});

describe('a file of contract rates that cannot be used', () => {
  it.each([
    ['has no column of the amount', 'origin,destination\nUSSAV,GA\n'],
    ['has no usable row', rateFile(rateRow({ amount: 0 }))],
  ])('is rejected with a reason if it %s', async (_, content) => {
    const test = rateUploadsUnderTest();
    await test.run(test.upload(KEY, content));
    expect(test.result(KEY)).toMatchObject({ phase: 'rejected', reason: expect.stringContaining(KEY) });
    expect(await test.stored()).toEqual([]);
  });

  it('is rejected before it is read if it is too large', async () => {
    const test = rateUploadsUnderTest();
    const upload = test.upload(KEY, FILE);
    await test.run({ ...upload, length: MAX_FILE_BYTES + 1 });
    expect(test.result(KEY)).toMatchObject({ phase: 'rejected', code: 'FILE_TOO_LARGE', rows: 0 });
  });

  it('stops if it is replaced, and keeps the rates that were written', async () => {
    const test = rateUploadsUnderTest();
    const upload = test.upload(KEY, FILE);
    await test.run(upload, () => false);
    await test.run(upload, () => false);
    test.objects.all.delete(KEY);
    await test.run(upload);
    expect(test.result(KEY)).toMatchObject({
      phase: 'stopped',
      reason: expect.stringContaining('Rows that were already imported stay.'),
      written: { created: 4 },
    });
  });

  it('waits for a suspended organization, and is not imported for one that is unknown or being erased', async () => {
    const test = rateUploadsUnderTest();
    const upload = test.upload(KEY, FILE);
    test.organizations.set(CALLER.orgId, { status: 'suspended' });
    expect(await test.run(upload)).toEqual({ outcome: 'waiting' });
    test.organizations.set(CALLER.orgId, { status: 'active', erasingSince: '2026-11-25T12:00:00.000Z' });
    expect(await test.run(upload)).toMatchObject({ outcome: 'finished', state: { phase: 'rejected' } });
    test.organizations.clear();
    await test.run(test.upload(OTHER_KEY, FILE));
    expect(test.result(OTHER_KEY)).toMatchObject({ phase: 'rejected', rows: 0 });
    expect(await test.stored()).toEqual([]);
  });
});
