import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cellToBytes } from '../../../../../shared/market/cells/cell-bytes.ts';
import { commandLineUnderTest } from '../../../../support/command-line-under-test.ts';
import { BUILD_TIMEOUT_MS } from '../../../geography/places/places-file-ready.ts';
import { highwaysFileReady } from '../../../geography/roads/highways-file-ready.ts';

const HEADER =
  'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included,contributor';
const good = (day: number, contributor = 'a', rate = '650') =>
  `2026-10-${String(day).padStart(2, '0')},APM Terminals Pier 400,Ontario,CA,91761,40HC,${rate},true,${contributor}`;

/** The same load in the freight market new-york. */
const elsewhere = (row: string) =>
  row
    .replace('APM Terminals Pier 400', 'APM Elizabeth Terminal')
    .replace('Ontario,CA,91761', 'Newark,NJ,07102');

const folder = mkdtempSync(join(tmpdir(), 'market-commands-'));
beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function fileOf(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `loads-${files}.csv`);
  writeFileSync(path, content);
  return path;
}
const csv = (...rows: readonly string[]) => fileOf([HEADER, ...rows, ''].join('\n'));

const cellsOf = ({ market }: ReturnType<typeof commandLineUnderTest>) =>
  new Map([...market.allCells].map(([key, { cell }]) => [key, cellToBytes(cell)]));

describe('freight market import', () => {
  it('brings loads in, once: the same file again is none, two equal rows are two', async () => {
    const test = commandLineUnderTest();
    const path = csv(good(1), good(1), good(2, 'b'), good(2, 'c', '"$1,250.00"'));

    expect(await test.json('market', 'import', path)).toMatchObject({
      owner: 'operator',
      rows: 4,
      added: 4,
      known: 0,
      rejected: 0,
      rejectedFile: '',
    });
    const once = cellsOf(test);
    expect(await test.json('market', 'import', path)).toMatchObject({ rows: 4, added: 0, known: 4 });
    expect(cellsOf(test)).toEqual(once);
    expect((await test.market.summary())?.regions).toEqual(['los-angeles']);
  });

  it('says where too few contributors are behind the market for anybody to be answered from it', async () => {
    const test = commandLineUnderTest();
    const ofTwo = csv(good(1, 'a'), good(2, 'a'), good(3, 'b'));
    const last = async (...args: readonly string[]) =>
      (await test.freight('market', 'import', ...args)).printed.trimEnd().split('\n').slice(1);

    const few = expect.stringMatching(
      /^No week of the market \(los-angeles\) has loads of three contributors, so other organizations do not see it yet\./,
    );
    expect(await last(ofTwo)).toEqual([few]);
    expect(await last(ofTwo)).toEqual(['Rates did not change.', few]);
    expect(await test.json('market', 'import', ofTwo)).toMatchObject({ note: few });
    expect(await last(csv(good(4, 'c'), elsewhere(good(4, 'c'))))).toEqual([
      'No week of the market of new-york has loads of three contributors, so rates there follow the nation.',
    ]);
    expect(await last(csv(elsewhere(good(3, 'd')), elsewhere(good(2, 'e'))))).toEqual([
      'Rates use the loads within two minutes.',
    ]);
  });

  it('says nothing about freight markets in which only a private organization has loads', async () => {
    const test = commandLineUnderTest();
    const { orgId } = await test.json('org', 'create', '--name', 'Acme');
    const loadsOf = (...owner: readonly string[]) =>
      test.json('market', 'import', csv(elsewhere(good(1))), ...owner);
    await loadsOf('--org', orgId, '--mode', 'live');
    const { printed } = await test.freight('market', 'import', csv(good(1), good(2, 'b'), good(3, 'c')));

    expect((await test.market.summary())?.regions).toEqual(['los-angeles', 'new-york']);
    expect(printed.split('\n').slice(1)).toEqual(['Rates use the loads within two minutes.']);
    const ofTwo = await test.json('market', 'import', csv(good(4)));
    expect(ofTwo).not.toHaveProperty('note');
    expect(ofTwo).not.toHaveProperty('freightMarkets');
  });

  it('stops if the organization is erased meanwhile, and publishes nothing', async () => {
    const test = commandLineUnderTest();
    const { orgId } = await test.json('org', 'create', '--name', 'Acme');
    const { replaceLoads } = test.market;
    vi.spyOn(test.market, 'replaceLoads').mockImplementationOnce(async (...of) => {
      await test.json('org', 'suspend', orgId);
      await test.provisioning.organizations.beginErasure(orgId, test.provisioning.now().toISOString());
      return replaceLoads(...of);
    });
    const path = csv(good(1), elsewhere(good(2)));
    const { exitCode, complaints } = await test.freight('market', 'import', path, '--org', orgId);

    expect([exitCode, complaints]).toEqual([1, expect.stringContaining(`${orgId} is being erased`)]);
    // The freight market whose import had begun; the erasure deletes its loads.
    expect([...test.market.allLoads.keys()].map((key) => key.split(' ')[0])).toEqual(['los-angeles']);
    expect(await test.market.summary()).toBeUndefined();
  });

  it('knows a load again in another spelling, and of an overlapping file adds what is new', async () => {
    const test = commandLineUnderTest();
    await test.json('market', 'import', csv(good(1), good(2)));
    const again = csv(
      '2026-10-01, apm terminals PIER 400 ,ontario,ca,91761,40 HC,"$650.00",TRUE,A',
      good(2),
      good(3),
    );

    expect(await test.json('market', 'import', again)).toMatchObject({ rows: 3, added: 1, known: 2 });
  });

  it('reads a file with a byte order mark, CRLF and quotes', async () => {
    const test = commandLineUnderTest();
    const rows = [
      HEADER,
      good(1),
      '2026-10-02,"APM Terminals Pier 400","Ontario",CA,91761,40HC,"1,000",false,"x ""y"""',
    ];
    const path = fileOf(`\uFEFF${rows.join('\r\n')}\r\n`);

    expect(await test.json('market', 'import', path)).toMatchObject({ rows: 2, added: 2, rejected: 0 });
  });

  it('accepts terminals by alias and by former name, and places near them', async () => {
    const test = commandLineUnderTest();
    const path = csv(
      good(1),
      good(2).replace('APM Terminals Pier 400', 'pier 400'),
      good(3).replace('APM Terminals Pier 400', '"Long Beach, CA"'),
    );

    expect(await test.json('market', 'import', path)).toMatchObject({ added: 3, rejected: 0 });
  });

  it('writes rejected rows with line and reason to a file, imports the others and exits with 1', async () => {
    const test = commandLineUnderTest();
    const path = csv(
      good(1),
      good(1).replace('2026-10-01', '2026-02-30'),
      good(1).replace('2026-10-01', '2026-10-22'),
      good(1, 'a', '0'),
      good(1, 'a', '-650'),
      good(1, 'a', '65000'),
      good(1, 'a', '6500000'),
      good(1, 'a', '6,500'),
      good(1).replace('APM Terminals Pier 400', 'Nowhere Dock'),
      good(1).replace('Ontario', 'Nowhereville').replace('91761', ''),
      good(1).replace('91761', '07047'),
      good(1).replace('40HC', 'dryvan'),
      good(1).replace('true', 'maybe'),
      good(1).replace('Ontario,CA,91761', 'Honolulu,HI,96813'),
      good(2),
    );

    const { exitCode, printed, complaints } = await test.freight('market', 'import', path);

    expect(exitCode).toBe(1);
    expect(printed).toMatch(/15 rows in .* s: 2 loads added, 0 duplicates, 13 rejected\./);
    expect(complaints).toContain(`13 of 15 rows were rejected. See ${path}.rejected.csv.`);
    expect(complaints).toContain('15 rows read, importing, 100%');
    const rejected = readFileSync(`${path}.rejected.csv`, 'utf8').trimEnd().split('\n');
    expect(rejected[0]).toBe(`line,reason,${HEADER}`);
    expect(rejected.slice(1).map((line) => Number(line.split(',')[0]))).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    ]);
    for (const [position, reason] of [
      'not a date YYYY-MM-DD',
      'is in the future',
      'not above 0',
      'not an amount in USD',
      'times off what the move costs',
      'above the limit for a move',
      '10 cells instead of 9',
      'not a known terminal or place',
      'is unknown',
      'ZIP 07047 is in NJ',
      'is not a container type',
      'neither true nor false',
      'no road route',
    ].entries()) {
      expect(rejected[position + 1]).toContain(reason);
    }
    await test.json('market', 'import', csv(good(1)));
  });

  it.each([
    ['an empty file', '', 'has no rows below the header'],
    ['a header alone', `${HEADER}\n`, 'has no rows below the header'],
    ['a header that lacks a column', 'date,origin\n2026-10-01,x\n', 'the header is missing destination_city'],
    ['an unknown column', `${HEADER},margin\n`, 'unknown column "margin"'],
    ['a quote that is not closed', `${HEADER}\n${good(1)}\n"2026-10-02,x\n`, 'a quote is not closed'],
    ['rows of which none can be used', `${HEADER}\n${good(1, 'a', '0')}\n`, 'No row of'],
    ['Latin-1', Buffer.from(`${HEADER}\n${good(1, 'Caf\u00e9')}\n`, 'latin1'), 'is not UTF-8'],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n${good(1)}\n`, 'utf16le'), 'is not UTF-8'],
  ])('rejects %s whole, and changes nothing', async (_, content, reason) => {
    const test = commandLineUnderTest();
    const { exitCode, complaints } = await test.freight('market', 'import', fileOf(content));

    expect(exitCode).toBe(1);
    expect(complaints).toContain(reason);
    expect(test.market.allCells.size).toBe(0);
  });

  it('rejects a file that is not there', async () => {
    const { exitCode, complaints } = await commandLineUnderTest().freight('market', 'import', '/nowhere.csv');
    expect({ exitCode, complaints }).toEqual({
      exitCode: 1,
      complaints: '/nowhere.csv cannot be read (ENOENT).',
    });
  });

  it('draws a bar on a terminal', async () => {
    const test = commandLineUnderTest();
    test.useTerminal();
    await test.freight('market', 'import', csv(good(1)));
    expect(test.drawn).toEqual(['[##############################] 100%  1 rows read, importing', '']);
  });
});

describe("an organization's loads", () => {
  it('are private to a mode, and are shared only with org sharing', async () => {
    const test = commandLineUnderTest();
    const { orgId } = await test.json('org', 'create', '--name', 'Acme');
    const path = csv(good(1), good(2, 'b'), good(3, 'c'));
    const scopes = () =>
      new Set(
        [...test.market.allCells].flatMap(([key, { cell }]) =>
          cell.weeks.size > 0 ? [key.split(' ')[0]] : [],
        ),
      );

    expect(await test.json('market', 'import', path, '--org', orgId)).toMatchObject({
      owner: `${orgId}#test`,
      added: 3,
    });
    // The number of contributors does not matter to an organization that gets its own loads.
    expect(await test.json('market', 'import', path, '--org', orgId, '--mode', 'live')).not.toHaveProperty(
      'note',
    );
    expect(scopes()).toEqual(new Set([`${orgId}#test`, `${orgId}#live`]));
    expect(await test.json('org', 'sharing', orgId, 'pooled')).toMatchObject({
      note: expect.stringContaining('has loads of three contributors'),
    });
    expect(scopes()).toEqual(new Set([`${orgId}#test`, `${orgId}#live`, 'market']));
    await test.json('org', 'sharing', orgId, 'private');
    expect(scopes()).toEqual(new Set([`${orgId}#test`, `${orgId}#live`]));
  });

  it('are pooled two minutes after it was published that they are, so that all functions know it', async () => {
    const test = commandLineUnderTest();
    const { orgId } = await test.json('org', 'create', '--name', 'Acme');
    const owner = `${orgId}#live`;
    await test.json('market', 'import', csv(good(1), good(2)), '--org', orgId, '--mode', 'live');
    await test.json('market', 'import', csv(good(1, 'b'), good(2, 'c')));
    const { publish, replaceCell } = test.market;
    let pooledAt = Number.NaN;
    const waitedMs: number[] = [];
    vi.spyOn(test.market, 'publish').mockImplementation(async (summary) => {
      if (summary.shared.includes(owner)) pooledAt = test.provisioning.now().getTime();
      return publish(summary);
    });
    vi.spyOn(test.market, 'replaceCell').mockImplementation(async (...of) => {
      waitedMs.push(test.provisioning.now().getTime() - pooledAt);
      return replaceCell(...of);
    });
    const { complaints, printed } = await test.freight('org', 'sharing', orgId, 'pooled');

    expect(complaints).toBe('Waiting 120 seconds until all functions know that the loads are pooled ...');
    expect(printed).toContain('are included in the market. Rates use the change within two minutes.');
    expect(waitedMs.length).toBeGreaterThan(0);
    expect(waitedMs.every((ms) => ms === 120_000)).toBe(true);
    const began = test.provisioning.now().getTime();
    await test.json('org', 'sharing', orgId, 'private');
    expect(test.provisioning.now().getTime()).toBe(began);
  });

  it('are not pooled if their organization is erased during the wait', async () => {
    const test = commandLineUnderTest();
    const { orgId } = await test.json('org', 'create', '--name', 'Acme');
    await test.json('market', 'import', csv(good(1)), '--org', orgId, '--mode', 'live');
    const { publish } = test.market;
    vi.spyOn(test.market, 'publish').mockImplementationOnce(async (summary) => {
      await test.json('org', 'suspend', orgId);
      await test.provisioning.organizations.beginErasure(orgId, test.provisioning.now().toISOString());
      return publish(summary);
    });
    const { exitCode, complaints } = await test.freight('org', 'sharing', orgId, 'pooled');

    expect([exitCode, complaints]).toEqual([1, expect.stringContaining(`${orgId} is being erased`)]);
    const pooled = [...test.market.allCells].filter(([key]) => key.startsWith('market '));
    expect(pooled.every(([, { cell }]) => cell.weeks.size === 0)).toBe(true);
  });

  it('need an organization that there is', async () => {
    const { exitCode, complaints } = await commandLineUnderTest().freight(
      'market',
      'import',
      csv(good(1)),
      '--org',
      'org_none',
    );
    expect(exitCode).toBe(1);
    expect(complaints).toContain('org_none');
  });

  it('have a mode, and the operator has none', async () => {
    const test = commandLineUnderTest();
    expect((await test.freight('market', 'import', csv(good(1)), '--mode', 'live')).exitCode).toBe(2);
    expect(
      (await test.freight('market', 'import', csv(good(1)), '--org', 'x', '--mode', 'both')).exitCode,
    ).toBe(2);
  });
});
