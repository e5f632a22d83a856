import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { DIESEL_AREAS, DIESEL_WEEKS, type DieselPrices } from '../../shared/costs/diesel/diesel-prices.ts';
import { mondaysUpTo } from '../../shared/platform/time/utc-calendar.ts';
import {
  EIA_KEY,
  type EiaStandIn,
  rejectWith,
  respondWithRows,
  rowsOf,
  startEiaStandIn,
} from '../support/eia-stand-in.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { dieselSuite } from './suites/diesel-suite.ts';

const LAST_BUNDLED = DIESEL_WEEKS.at(-1);

/** Slowly rising prices from the end of the bundled table to this week. */
function weeksSinceBundled(): Record<string, DieselPrices> {
  const newer = mondaysUpTo(new Date(), 26).filter((week) => week > (LAST_BUNDLED?.week ?? ''));
  return Object.fromEntries(
    newer.map((week, index) => [
      week,
      Object.fromEntries(DIESEL_AREAS.map((area) => [area, 6 + index / 100])) as DieselPrices,
    ]),
  );
}

let eia: EiaStandIn;
let service: LocalService;

beforeAll(async () => {
  eia = await startEiaStandIn();
  // Changes prices for all callers, so it shares no tables with other test files.
  service = await startLocalService({
    own: true,
    secrets: { [parameterNames('local').secret('eia-api-key')]: EIA_KEY },
    variables: { EIA_URL: eia.url },
  });
});

afterAll(async () => {
  await service.stop();
  await eia.stop();
});

describe('the weekly diesel refresh of the local service', () => {
  const run = () => service.freight<{ outcome: string }>('schedule', 'run', 'refresh-diesel', '--json');

  it('is scheduled for Tuesdays and Wednesdays', async () => {
    const listed = await service.freight<{ name: string; next: string }[]>('schedule', 'list', '--json');

    const [refresh] = listed.filter(({ name }) => name === 'refresh-diesel');
    expect(refresh).toMatchObject({ expression: 'cron(0 12,23 ? * TUE-WED *)' });
    expect([2, 3]).toContain(new Date(refresh?.next ?? '').getUTCDay());
  });

  it('changes nothing and fails if the EIA rejects the key, and does not log the key', async () => {
    eia.behave(rejectWith(403));

    await expect(run()).rejects.toThrow(/key-rejected/);

    expect(await service.freight('diesel', 'show', '--json')).toMatchObject({ newest: LAST_BUNDLED?.week });
    expect(service.logs.some((line) => line.includes('DIESEL_REFRESH_FAILED'))).toBe(true);
    expect(service.logs.filter((line) => line.includes(EIA_KEY))).toEqual([]);
  });

  it('records the prices of the EIA once', async () => {
    const weeks = weeksSinceBundled();
    eia.behave(respondWithRows(rowsOf(weeks)));

    expect(await run()).toMatchObject({ outcome: 'recorded', weeks: Object.keys(weeks) });
    expect(await run()).toMatchObject({ outcome: 'unchanged', weeks: [] });
    expect(await service.freight('diesel', 'show', '--json')).toMatchObject({
      newest: Object.keys(weeks).at(-1),
      stale: false,
    });
  });

  it('is named in the error for an unknown schedule', async () => {
    await expect(service.freight('schedule', 'run', 'nothing')).rejects.toThrow(/refresh-diesel/);
  });
});

describe('diesel prices of the local service', () => {
  dieselSuite(() => service);
});
