import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NoLocalServiceError } from '../../../bin/freight/connection/failures.ts';
import { DIESEL_AREAS, WHOLE_AREAS } from '../../../shared/costs/diesel/diesel-prices.ts';
import { createQuoteIds } from '../../../shared/quotes/record/stored-quote.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-pricing-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(content: string): Promise<string> {
  const path = join(folder, 'input');
  await writeFile(path, content);
  return path;
}

async function withOrganization() {
  const test = commandLineUnderTest();
  const { orgId } = await test.json('org', 'create', '--name', 'Acme');
  return { ...test, orgId: String(orgId), ours: { orgId: String(orgId), mode: 'test' } as const };
}

describe('freight diesel', () => {
  const LONG = 'period,duoarea,area-name,product,product-name,process,series,value,units';
  const longRow = (period: string, area: string, value: string) =>
    `${period},${area},"PADD, ${area}",EPD2D,No 2 Diesel,PTE,EMD_EPD2D_PTE_${area}_DPG,${value},$/GAL`;
  const csv = (...lines: string[]) => file(lines.join('\r\n'));

  it('takes a column an area, in any order and case, and nothing twice', async () => {
    const { json } = commandLineUnderTest();
    const path = await csv(
      `\ufeffR50,Week,${WHOLE_AREAS.join(',').replace(',R50', '').toLowerCase()}`,
      '7.1,2026-10-12,6.1,6.2,6.3,5.6,6.1,5.7,6.2',
      '7.0,2026-10-19,6.0,6.1,6.2,5.5,6.0,5.6,6.1',
    );

    expect(await json('diesel', 'import', path)).toMatchObject({ added: 2, unchanged: 0, version: 1 });
    expect(await json('diesel', 'import', path)).toMatchObject({ added: 0, unchanged: 2, version: 1 });
    expect(await json('diesel', 'show')).toMatchObject({ newest: '2026-10-19', stale: false });
    expect(await json('diesel', 'show', '--week', '2026-10-12')).toMatchObject({
      prices: { NUS: 6.1, R1Z: 5.6, R50: 7.1 },
      source: 'operator',
    });
  });

  it("accepts the EIA's own format, and skips areas that rates do not use", async () => {
    const { freight, json } = commandLineUnderTest();
    const path = await csv(
      LONG,
      ...DIESEL_AREAS.map((area) => longRow('2026-10-12', area, '6.1')),
      longRow('2026-10-12', 'R10', '6.2'),
      longRow('2026-10-12', 'STX', '5.7'),
    );

    const { exitCode, complaints } = await freight('diesel', 'import', path);

    expect({ exitCode, complaints }).toEqual({
      exitCode: 0,
      complaints: '2 rows were skipped because rates do not use their areas.',
    });
    expect(await json('diesel', 'show', '--week', '2026-10-12')).toMatchObject({
      prices: { R30: 6.1, R50: 6.1 },
      source: 'EIA',
    });
  });

  it.each([
    [['day,NUS', '2026-10-12,6.1'], 'no column has week (or period)'],
    [['week,NUS', '2026-10-05,6.1', '', '2026-10-06,6.1'], 'row 4: "2026-10-06" is not a Monday'],
    [['week,NUS', '2026-10-05,6.1', '2026-10-05,6.1'], 'row 3: NUS of 2026-10-05 is given twice'],
    [[LONG, longRow('2026-10-12', 'NUS', '')], 'row 2: NUS of 2026-10-12: "" is not a price'],
  ])('rejects a file whole: %j', async (lines, complaint) => {
    const { freight, diesel } = commandLineUnderTest();

    const rejected = await freight('diesel', 'import', await csv(...lines));

    expect(rejected).toMatchObject({ exitCode: 1, printed: '' });
    expect(rejected.complaints).toContain(complaint);
    expect(diesel.changes).toEqual([]);
  });
});

describe('freight benchmarks', () => {
  const HEADER = 'report_date,district,destination,availability,low_usd,high_usd,commodities';
  const csv = (...rows: string[]) => file([HEADER, ...rows].join('\n'));
  const IMPERIAL = '"IMPERIAL, COACHELLA VALLEYS CA"';

  it('imports reports, names what is odd in them, and shows them next to the bundled ones', async () => {
    const { freight, json } = commandLineUnderTest();
    const path = await csv(
      '2026-07-21,KERN DISTRICT CALIFORNIA,Chicago,Adequate,"$6,500",7000,GRAPES',
      `7/21/2026,${IMPERIAL},Dallas,Adequate,5000,5400,MELONS`,
    );
    const { exitCode, complaints } = await freight('benchmarks', 'import', path);
    expect(exitCode).toBe(0);
    expect(complaints.split('\n')).toEqual([
      'Columns that are not used: availability, commodities.',
      'District IMPERIAL, COACHELLA VALLEYS CA is not in earlier reports: it was read as El Centro, CA.',
      expect.stringMatching(
        /^The report of 2026-07-21 lacks districts of the report of 2026-07-14: IMPERIAL/,
      ),
    ]);
    const { reports } = await json('benchmarks', 'show');
    expect(reports).toMatchObject([
      { date: '2026-04-29', recordedBy: 'bundled' },
      { date: '2026-06-30', districts: 11 },
      { date: '2026-07-07' },
      { date: '2026-07-14' },
      { date: '2026-07-21', districts: 2, rates: 2, recordedBy: 'pat' },
    ]);
  });

  it('imports nothing from a file with a wrong row, and says which', async () => {
    const { freight, json } = commandLineUnderTest();
    for (const [row, fault] of [
      [
        '2026-07-21,KERN DISTRICT CALIFORNIA,Chicago,,-6500,7000,',
        /row 3: -6500 to 7000 is not a rate above 0 USD/,
      ],
      ['2026-07-21,KERN DISTRICT CALIFORNIA,Chicago,,65000,70000,', /row 3: 67500 USD is far from \d+ USD/],
      [
        '2026-07-21,ATLANTIS,Chicago,,6500,7000,',
        /row 3: no place is known for the lane ATLANTIS to Chicago/,
      ],
      ['2026-12-21,KERN DISTRICT CALIFORNIA,Chicago,,6500,7000,', /row 3: 2026-12-21 is in the future/],
      ['soon,KERN DISTRICT CALIFORNIA,Chicago,,6500,7000,', /row 3: report_date "soon"/],
      ['2026-07-21,"KERN|DISTRICT",Chicago,,6500,7000,', /row 3: a district or destination contains/],
    ] as const) {
      const path = await csv('2026-07-21,KERN DISTRICT CALIFORNIA,New York,,10000,11000,', row);
      const { exitCode, complaints } = await freight('benchmarks', 'import', path);
      expect([exitCode, complaints]).toEqual([1, expect.stringMatching(fault)]);
      expect(complaints).toContain('Nothing was imported');
    }
    expect(await json('benchmarks', 'show')).toMatchObject({ version: 0 });
  });
});

describe('freight rate explain', () => {
  const ELIZABETH = 'APM Elizabeth Terminal';
  const withoutService = () => {
    const test = commandLineUnderTest();
    test.connect.mockRejectedValue(new NoLocalServiceError('No local service is running.'));
    return test;
  };

  it('works without a service on the catalogue, and states it', async () => {
    const { complaints, printed } = await withoutService().freight(
      ...['rate', 'explain', ELIZABETH, 'Columbus, OH 43215', '--json'],
    );

    expect(complaints).toBe('No local service is running. The bundled terminals and diesel prices are used.');
    expect(JSON.parse(printed)).toMatchObject({
      terminals: 'catalogue',
      destination: { city: 'Columbus', zip: '43215', resolvedBy: 'zip' },
      rate: { analysis: { suggestedRate: expect.any(Number) } },
    });
  });

  it.each([
    [['APM Elisabeth Terminal', '43215'], /^There is no terminal .* Similar names: "APM Elizabeth Terminal"/],
    [[ELIZABETH, 'Honolulu, HI'], /^No road connects APM Elizabeth Terminal and Honolulu, HI\.$/],
  ])('rejects %j', async (args, message) => {
    const { exitCode, complaints } = await withoutService().freight('rate', 'explain', ...args);

    expect(exitCode).toBe(1);
    expect(complaints.split('\n').at(-1)).toMatch(message);
  });
});

describe('freight quotes', () => {
  const OTHER = { orgId: 'org_other', mode: 'live' } as const;
  const WRONG = {
    day: '2026-03-17',
    partition: 'c',
    stored: 2,
    counted: 1,
  } as const;
  const nextId = createQuoteIds();
  const [first, second, unknown] = [new Date(1), new Date(2), new Date(3)].map(nextId) as [
    never,
    never,
    never,
  ];
  const FROM = ['--from', 'restored'] as const;

  it('recounts and changes nothing, except with --fix, for everyone or for one organization in both modes', async () => {
    const { freight, json, recounts, ours } = await withOrganization();
    recounts.set(ours, { quotes: 3, differences: [WRONG] });
    recounts.set(OTHER, { quotes: 2, differences: [] });

    for (const _time of ['first', 'second']) {
      const { printed } = await freight('quotes', 'recount');
      expect(printed).toMatch(
        new RegExp(`${ours.orgId} +test +3 +\\{"day":"2026-03-17".+"stored":2,"counted":1\\}`),
      );
      expect(printed).toMatch(/^fixed +false\n/);
    }
    await expect(json('quotes', 'recount', ours.orgId, '--fix')).resolves.toEqual({
      fixed: true,
      accounts: [
        { ...ours, quotes: 3, differences: [WRONG] },
        { ...ours, mode: 'live', quotes: 0, differences: [] },
      ],
    });
    expect((await freight('quotes', 'recount')).printed).toMatch(/ test +3 +-\n/);
  });

  it('copies quotes of either mode', async () => {
    const { freight, json, quoteCopies, ours } = await withOrganization();
    quoteCopies.put('restored', ours, first);
    quoteCopies.put('restored', { ...ours, mode: 'live' }, second);

    await expect(json('quotes', 'copy', ours.orgId, first, second, ...FROM)).resolves.toEqual({
      orgId: ours.orgId,
      quotes: [
        { quoteId: first, mode: 'test', outcome: 'copied' },
        { quoteId: second, mode: 'live', outcome: 'copied' },
      ],
    });
    expect((await freight('quotes', 'copy', ours.orgId, first, ...FROM)).printed).toMatch(/ test +present$/);
  });

  it('fails if a quote is not in the restored table, after it copied the others', async () => {
    const { freight, quoteCopies, ours } = await withOrganization();
    quoteCopies.put('restored', ours, first);
    await expect(freight('quotes', 'copy', ours.orgId, unknown, first, ...FROM)).resolves.toEqual({
      exitCode: 1,
      printed: expect.stringMatching(/ absent\n.* copied$/),
      complaints: '1 of 2 quotes were not found in restored.',
    });
  });

  it('copies nothing for an organization that does not exist or is being erased', async () => {
    const { freight, json, quoteCopies, provisioning, ours } = await withOrganization();
    const { orgId } = ours;
    quoteCopies.put('restored', ours, first);
    await json('org', 'suspend', orgId);
    await provisioning.organizations.beginErasure(orgId, provisioning.now().toISOString());

    for (const [of, complaint] of [
      ['org_none', 'There is no organization org_none.'],
      [orgId, `${orgId} is being erased`],
    ] as const) {
      await expect(freight('quotes', 'copy', of, first, ...FROM)).resolves.toMatchObject({
        exitCode: 1,
        complaints: expect.stringContaining(complaint),
      });
    }
    await expect(quoteCopies.copy(ours, first, 'restored')).resolves.toBe('copied');
  });
});
