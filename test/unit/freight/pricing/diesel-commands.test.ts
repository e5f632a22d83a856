import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DIESEL_AREAS, DIESEL_WEEKS } from '../../../../shared/costs/diesel/diesel-prices.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const AREAS = DIESEL_AREAS.join(',');
const WIDE = `week,${AREAS}`;
const ALL_AT = (price: string) => DIESEL_AREAS.map((area) => `${area}=${price}`);
const LONG = 'period,duoarea,area-name,product,product-name,process,series,value,units';
const longRow = (period: string, area: string, value: string) =>
  `${period},${area},"PADD, ${area}",EPD2D,No 2 Diesel,PTE,EMD_EPD2D_PTE_${area}_DPG,${value},$/GAL`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-diesel-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(...lines: string[]): Promise<string> {
  const path = join(folder, 'diesel.csv');
  await writeFile(path, lines.join('\r\n'));
  return path;
}

describe('freight diesel set', () => {
  it('records a week, and shows it with whose it is and what was changed', async () => {
    const { json, freight } = commandLineUnderTest();

    expect(await json('diesel', 'set', '2026-10-12', ...ALL_AT('6.150'))).toEqual({
      added: 1,
      corrected: 0,
      unchanged: 0,
      version: 1,
    });
    expect(
      await json('diesel', 'set', '2026-10-12', 'r50=7.01', '--source', 'EIA release 2026-10-13'),
    ).toEqual({
      added: 0,
      corrected: 1,
      unchanged: 0,
      version: 2,
    });

    expect(await json('diesel', 'show', '--week', '2026-10-12')).toMatchObject({
      week: '2026-10-12',
      prices: { NUS: 6.15, R50: 7.01 },
      source: 'EIA release 2026-10-13',
      recordedBy: 'pat',
      changes: [
        { source: 'operator', after: { R50: 6.15 } },
        { source: 'EIA release 2026-10-13', before: { R50: 6.15 }, after: { R50: 7.01 } },
      ],
    });
    const { printed } = await freight('diesel', 'show', '--week', '2026-10-12');
    expect(printed).toContain('R50 6.15 -> 7.01');
  });

  it.each([
    [['2026-10-13', 'R50=7'], 1, '"2026-10-13" is not a Monday'],
    [['2026-10-26', ...ALL_AT('6.1')], 1, '2026-10-26 is in the future'],
    [['2026-10-12', 'R50=7'], 1, 'is a new week and lacks NUS, R1X, R1Y, R1Z, R20, R30, R40'],
    [['2026-10-05', 'R50=0.49'], 1, 'R50 of 2026-10-05: 0.49 is not between 0.5 and 20'],
    [['2026-10-05', 'R50=3.614'], 1, 'differs by -51% from 7.357 of 2026-09-28'],
    [['2026-10-05', 'R50=7', 'R50=7.1'], 1, 'R50 of 2026-10-05 is given twice'],
    [['2026-10-05', 'R51=7'], 2, '"R51=7" is not AREA=PRICE'],
    [['2026-10-05', 'R50'], 2, '"R50" is not AREA=PRICE'],
    [['2026-10-05', 'R50=7,1'], 2, 'R50: "7,1" is not a price in USD with at most 3 decimals'],
    [['2026-10-05', 'R50=7.1234'], 2, 'R50: "7.1234" is not a price'],
    [['2026-10-05', 'R50=-7'], 2, 'R50: "-7" is not a price'],
    [['2026-10-05'], 2, 'missing required argument'],
  ])('rejects %j', async (args, exitCode, complaint) => {
    const { freight, diesel } = commandLineUnderTest();

    const rejected = await freight('diesel', 'set', ...args);

    expect(rejected).toMatchObject({ exitCode, printed: '' });
    expect(rejected.complaints).toContain(complaint);
    expect(diesel.changes).toEqual([]);
  });

  it('records what differs much where it is forced', async () => {
    const { json } = commandLineUnderTest();

    const recorded = await json('diesel', 'set', '2026-10-05', 'R50=3.614', '--force');

    expect(recorded).toMatchObject({ corrected: 1 });
  });
});

describe('freight diesel show', () => {
  it('has the bundled weeks in a new table, and says that they are old', async () => {
    const { json, freight } = commandLineUnderTest();

    const shown = await json('diesel', 'show');

    expect(shown).toMatchObject({ newest: '2026-10-05', stale: true });
    expect(shown.weeks).toHaveLength(DIESEL_WEEKS.length);
    expect(shown.weeks[0]).toMatchObject({ source: 'EIA release 2026-10-06', recordedBy: '' });
    const { printed } = await freight('diesel', 'show');
    expect(printed).toMatch(/2026-10-05 +6\.199 .* 7\.229 +EIA release 2026-10-06/);
    expect(printed).toContain('more than 14 days old');
  });

  it('rejects an unknown week', async () => {
    const { freight } = commandLineUnderTest();

    expect(await freight('diesel', 'show', '--week', '2026-10-12')).toMatchObject({
      exitCode: 1,
      complaints: 'No prices exist for 2026-10-12. The newest prices are for 2026-10-05.',
    });
  });
});

describe('freight diesel import', () => {
  it('takes a column an area, in any order and case, and nothing twice', async () => {
    const { json } = commandLineUnderTest();
    const path = await file(
      `\ufeffR50,Week,${AREAS.replace(',R50', '').toLowerCase()}`,
      '7.1,2026-10-12,6.1,6.2,6.3,5.6,6.1,5.7,6.2',
      '7.0,2026-10-19,6.0,6.1,6.2,5.5,6.0,5.6,6.1',
    );

    expect(await json('diesel', 'import', path)).toEqual({
      added: 2,
      corrected: 0,
      unchanged: 0,
      version: 1,
    });
    expect(await json('diesel', 'import', path)).toEqual({
      added: 0,
      corrected: 0,
      unchanged: 2,
      version: 1,
    });

    expect(await json('diesel', 'show')).toMatchObject({ newest: '2026-10-19', stale: false });
    expect(await json('diesel', 'show', '--week', '2026-10-12')).toMatchObject({
      prices: { NUS: 6.1, R1Z: 5.6, R50: 7.1 },
      source: 'operator',
    });
  });

  it("accepts the EIA's own format, and skips areas that rates do not use", async () => {
    const { freight, json } = commandLineUnderTest();
    const path = await file(
      LONG,
      ...DIESEL_AREAS.map((area) => longRow('2026-10-12', area, '6.1')),
      longRow('2026-10-12', 'R10', '6.2'),
      longRow('2026-10-12', 'SCA', '7.7'),
      longRow('2026-10-12', 'R5XCA', '6.9'),
    );

    const { exitCode, complaints } = await freight('diesel', 'import', path);

    expect({ exitCode, complaints }).toEqual({
      exitCode: 0,
      complaints: '3 rows were skipped because rates do not use their areas.',
    });
    expect(await json('diesel', 'show', '--week', '2026-10-12')).toMatchObject({
      prices: { R30: 6.1, R50: 6.1 },
      source: 'EIA',
    });
  });

  it('takes a file with areas instead of series', async () => {
    const { json } = commandLineUnderTest();
    const path = await file(
      'Period,DuoArea,Value',
      ...DIESEL_AREAS.map((area) => `2026-10-12,${area},6.1`),
      '2026-10-05,R50,7.3',
    );

    expect(await json('diesel', 'import', path)).toMatchObject({ added: 1, corrected: 1 });
  });

  it.each([
    [[WIDE], 'has no prices below the header'],
    [['day,NUS', '2026-10-12,6.1'], 'neither week nor period and value'],
    [['week,NUS,R60', '2026-10-12,6.1,6.1'], 'unknown column "R60"'],
    [['week,NUS,nus', '2026-10-12,6.1,6.1'], 'a column twice'],
    [['period,value', '2026-10-12,6.1'], 'the header lacks series or duoarea'],
    [['week,NUS', '2026-10-05,6.1,6.2'], 'row 2: 3 cells instead of 2'],
    [['week,NUS', '2026-10-05,6.1', '', '2026-10-06,6.1'], 'row 4: "2026-10-06" is not a Monday'],
    [['week,NUS', '10/05/2026,6.1'], 'row 2: "10/05/2026" is not a Monday'],
    [['week,NUS', '2026-10-05,"6,1"'], 'row 2: NUS of 2026-10-05: "6,1" is not a price'],
    [['week,NUS', '2026-10-05,619.9'], 'row 2: NUS of 2026-10-05: 619.9 is not between'],
    [['week,NUS', '2026-10-05,3.1'], 'row 2: NUS of 2026-10-05: 3.1 differs by -51%'],
    [['week,NUS', '2026-10-12,6.1'], 'row 2: 2026-10-12 is a new week and lacks R1X'],
    [['week,NUS', '2026-10-05,6.1', '2026-10-05,6.1'], 'row 3: NUS of 2026-10-05 is given twice'],
    [[LONG, longRow('2026-10-12', 'R60', '6.1')], 'row 2: unknown area "R60"'],
    [[LONG, longRow('2026-10-12', 'NUS', '')], 'row 2: NUS of 2026-10-12: "" is not a price'],
    [
      ['period,series,value', '2026-10-12,EMM_EPM0_PTE_NUS_DPG,3.1'],
      'row 2: "EMM_EPM0_PTE_NUS_DPG" is not a series',
    ],
    [['period,duoarea,product,value', '2026-10-12,NUS,EPM0,3.1'], 'row 2: product EPM0 is not EPD2D'],
    [['week,NUS', '2026-10-05,"6.1'], 'a quote is not closed'],
  ])('rejects %j whole', async (lines, complaint) => {
    const { freight, diesel } = commandLineUnderTest();

    const rejected = await freight('diesel', 'import', await file(...lines));

    expect(rejected).toMatchObject({ exitCode: 1, printed: '' });
    expect(rejected.complaints).toContain(complaint);
    expect(diesel.changes).toEqual([]);
  });

  it('records no row if one is rejected, and lists each error', async () => {
    const { freight, diesel } = commandLineUnderTest();
    const good = `2026-10-12,${DIESEL_AREAS.map(() => '6.1').join(',')}`;
    const path = await file(WIDE, good, '2026-10-20,,,,,,,,7', '2026-10-05,,,,,,,,0.1');

    const { exitCode, complaints } = await freight('diesel', 'import', path);

    expect(exitCode).toBe(1);
    expect(complaints.split('\n').slice(0, 2)).toEqual([
      'row 3: "2026-10-20" is not a Monday in the form YYYY-MM-DD',
      'row 4: R50 of 2026-10-05: 0.1 is not between 0.5 and 20 USD per gallon',
    ]);
    expect(diesel.changes).toEqual([]);
  });

  it('rejects a file that is not there', async () => {
    const { freight } = commandLineUnderTest();

    expect(await freight('diesel', 'import', join(folder, 'none.csv'))).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('cannot be read (ENOENT)'),
    });
  });
});

describe('freight diesel rebuild', () => {
  it('rebuilds damaged prices; every other command names this command', async () => {
    const { freight, json, diesel } = commandLineUnderTest();
    await json('diesel', 'set', '2026-10-12', ...ALL_AT('6.1'));
    diesel.setBook({ format: 1, version: 1, weeks: 'gone' });
    for (const command of [['show'], ['set', '2026-10-12', 'R50=7']]) {
      const { exitCode, complaints } = await freight('diesel', ...command);
      expect(exitCode).toBe(1);
      expect(complaints).toContain('freight diesel rebuild');
    }

    expect(await json('diesel', 'rebuild')).toEqual({ version: 2, weeks: 1 });

    expect(await json('diesel', 'show')).toMatchObject({ newest: '2026-10-12' });
  });
});

describe('freight schedule', () => {
  it('works only with the local service', async () => {
    const { freight } = commandLineUnderTest();

    expect(await freight('schedule', 'run', 'refresh-diesel')).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('Only schedules of the local service'),
    });
  });
});
