import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContributionAnswer } from '../../shared/market/contribution/read-contribution.ts';
import { addDays, mondayOf, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import type { RateAnalysis } from '../../shared/rates/rates-document.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createEnterprise, type TestOrganization } from '../support/service-under-test.ts';
import { LOADS_HEADER } from '../support/uploads-under-test.ts';

const FREIGHT = fileURLToPath(new URL('../../bin/freight.ts', import.meta.url));
const TERMINAL = 'North Charleston Terminal';
const LANE = {
  originTerminal: TERMINAL,
  destinationCity: 'Charlotte',
  destinationState: 'NC',
  destinationZip: '28202',
};

const folder = mkdtempSync(join(tmpdir(), 'market-api-'));
let service: LocalService;
let caller: TestOrganization;
beforeAll(async () => {
  // Imports change the rates of all callers, so it shares no tables with other test files.
  service = await startLocalService({ own: true });
  caller = await createEnterprise(service);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function fileOf(name: string, rows: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, [LOADS_HEADER, ...rows, ''].join('\n'));
  return path;
}

/** Loads of the current week count only with three contributors, so at most 2 of the 60 loads do not count. */
const MIN_COUNTED = 58;

const today = utcDay(new Date());
/** Loads of the lane in the last 60 days, from this number of contributors. */
const laneRows = (usd: number, contributors: number): string[] =>
  Array.from({ length: 60 }, (_, position) => {
    const rate = (usd * (0.97 + 0.06 * ((position * 7) % 11) * 0.1)).toFixed(2);
    const contributor = `contributor ${position % contributors}`;
    return `${addDays(today, -position)},${TERMINAL},Charlotte,NC,28202,container_40,${rate},true,${contributor}`;
  });

const price = async ({ apiKey }: TestOrganization = caller): Promise<RateAnalysis> => {
  const { status, text, json } = await service.call('POST', '/api/v1/rates', { key: apiKey, body: [LANE] });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const [rate] = (json as { data: { analysis: RateAnalysis }[] }).data;
  if (rate === undefined) throw new Error('no rate');
  return rate.analysis;
};

const contributionOf = async ({ apiKey }: TestOrganization): Promise<ContributionAnswer['data']> => {
  const { status, text, json } = await service.call('GET', '/api/v1/market/summary', { key: apiKey });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return (json as ContributionAnswer).data;
};

describe('loads imported while the service runs', () => {
  it('determine its rates and quotes', async () => {
    const before = await price();
    expect(before.basis.source).toBe('cost model');
    const path = fileOf('lane.csv', laneRows(1.3 * before.suggestedRate, 3));

    expect(await service.freight('market', 'import', path, '--json')).toMatchObject({
      added: 60,
      rejected: 0,
    });
    const after = await eventually(price, ({ basis }) => basis.level === 'lane');

    expect(after.basis.source).toBe('reported loads');
    expect(after.basis.observations).toBeGreaterThanOrEqual(MIN_COUNTED);
    expect(after.suggestedRate / before.suggestedRate).toBeGreaterThan(1.2);
    expect(after.suggestedRate / before.suggestedRate).toBeLessThan(1.4);
    expect(after.forecast.entries).toHaveLength(4);

    const quoted = await eventually(
      () =>
        service.call('POST', '/api/v1/quotes', {
          key: caller.apiKey,
          body: {
            origin: TERMINAL,
            destination: 'Charlotte, NC 28202',
            equipment_type: 'container_40',
            pickup_date: addDays(today, 3),
          },
        }),
      ({ json }) =>
        (json as { quote: { pricing: { base_rate: number } } }).quote.pricing.base_rate >
        1.1 * 1.15 * (before.suggestedRate - before.fuel.amount),
    );
    const { pricing } = (quoted.json as { quote: { pricing: { base_rate: number; fuel_surcharge: number } } })
      .quote;
    // The default strategy adds 15% to linehaul and nothing to fuel.
    expect(pricing.fuel_surcharge).toBe(after.fuel.amount);
    expect(pricing.base_rate).toBeCloseTo(1.15 * (after.suggestedRate - after.fuel.amount), 1);
  });

  it('are explained by the command line with the values of the API', async () => {
    const { suggestedRate } = await price();
    const explained = await service.freight<{
      rate: { analysis: RateAnalysis };
      market: { loads: { lane: number } };
      lines: readonly { amount: number }[];
    }>('rate', 'explain', TERMINAL, 'Charlotte, NC 28202', '--json');

    expect(explained.rate.analysis.suggestedRate).toBe(suggestedRate);
    expect(explained.market.loads.lane).toBe(explained.rate.analysis.basis.observations);
    expect(explained.market.loads.lane).toBeGreaterThanOrEqual(MIN_COUNTED);
    expect(explained.lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(suggestedRate, 2);
  });

  it('count only for the organization that imported them', async () => {
    const owner = await createEnterprise(service);
    const { suggestedRate } = await price();
    const path = fileOf('own.csv', laneRows(1.4 * suggestedRate, 1));
    await service.freight('market', 'import', path, '--org', owner.orgId, '--mode', 'test', '--json');

    const own = await eventually(
      () => price(owner),
      (of) => of.suggestedRate > 1.1 * suggestedRate,
    );
    expect(own.basis.level).toBe('lane');
    expect(own.basis.observations).toBeGreaterThanOrEqual(60 + MIN_COUNTED);
    expect((await price()).suggestedRate).toBe(suggestedRate);

    const contribution = await contributionOf(owner);
    expect(contribution).toEqual({
      mode: 'test',
      shared: false,
      observations: 60,
      fuelUnknown: 0,
      trailers: { observations: 0, byEquipment: { dryvan: 0, reefer: 0, flatbed: 0 } },
      freightMarkets: [
        {
          name: 'charleston',
          observations: 60,
          firstWeek: mondayOf(new Date(addDays(today, -59))),
          lastWeek: mondayOf(new Date(today)),
        },
      ],
      weeks: expect.any(Array),
    });
    expect(contribution.weeks.reduce((sum, { observations }) => sum + observations, 0)).toBe(60);
    // The loads that the operator imported are of no organization.
    expect(await contributionOf(caller)).toMatchObject({ observations: 0, weeks: [] });
  });

  it('are imported once if an import was killed or two imports run at once', async () => {
    const terminals = loadTerminals().filter(({ state }) => ['GA', 'FL', 'TX', 'IL'].includes(state));
    const rows = Array.from({ length: 1_500 }, (_, position) => {
      const { name, city, state, zip } = terminals[position % terminals.length] ?? { name: '' };
      const door = city?.replace(/[^A-Za-z ]/g, '');
      const day = addDays(today, -(position % 50));
      return `${day},${name},${door},${state},${zip},container_40,${500 + (position % 90)},true,c${position % 4}`;
    });
    const path = fileOf('many.csv', rows);
    const child = spawn(process.execPath, [FREIGHT, 'market', 'import', path], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, FREIGHT_LOCAL_DIR: service.dataDir },
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('importing')) child.kill('SIGKILL');
    });
    await ended;

    const importIt = () =>
      service.freight<{ added: number; known: number; rejected: number }>('market', 'import', path, '--json');
    const [one, other] = await Promise.all([importIt(), importIt()]);
    const last = await importIt();

    expect(one.added + one.known + one.rejected).toBe(1_500);
    expect(other.added + other.known).toBe(one.added + one.known);
    expect(one.added + other.added).toBeLessThanOrEqual(1_500 - one.rejected);
    expect(last).toMatchObject({ added: 0, known: 1_500 - one.rejected });
  });
});
