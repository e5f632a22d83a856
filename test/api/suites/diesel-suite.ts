import { beforeAll, describe, expect, it } from '@jest/globals';
import { DIESEL_AREAS } from '../../../shared/costs/diesel/diesel-prices.ts';
import { mondayOf, mondaysUpTo } from '../../../shared/platform/time/utc-calendar.ts';
import { eventually } from '../../support/eventually.ts';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';

interface Analysis {
  readonly suggestedRate: number;
  readonly warnings: readonly string[];
  readonly fuel: { readonly dieselPrice: number; readonly dieselDate: string; readonly amount: number };
  readonly timeline: { readonly entries: readonly { readonly date: string; readonly rate: number }[] };
}

const LANE = { originTerminal: 'APM Elizabeth Terminal', destinationCity: 'Albany', destinationState: 'NY' };

/** The operator updates diesel prices; rates use them soon, without a deployment. */
export function dieselSuite(service: () => ServiceUnderTest): void {
  describe('diesel prices updated while the service runs', () => {
    let apiKey: string;
    beforeAll(async () => {
      ({ apiKey } = await createOrganization(service()));
    });

    const price = async (): Promise<Analysis> => {
      const { status, json } = await service().call('POST', '/api/v1/rates', { key: apiKey, body: [LANE] });
      expect(status).toBe(200);
      const [rate] = (json as { data: { analysis: Analysis }[] }).data;
      if (rate === undefined) throw new Error('no rate');
      return rate.analysis;
    };
    const setWeek = (week: string, usd: string) =>
      service().freight(
        'diesel',
        'set',
        week,
        ...DIESEL_AREAS.map((area) => `${area}=${usd}`),
        '--force',
        '--json',
      );

    it('are in the next rates without a warning: this week in the fuel, last week in the timeline', async () => {
      const [lastWeek = '', thisWeek = ''] = mondaysUpTo(new Date(), 2);
      await setWeek(lastWeek, '5.000');
      expect(await setWeek(thisWeek, '6.100')).toMatchObject({ unchanged: 0 });

      const fresh = await eventually(price, ({ fuel }) => fuel.dieselPrice === 6.1);

      expect(fresh.fuel).toMatchObject({ dieselPrice: 6.1, dieselDate: mondayOf(new Date()) });
      expect(fresh.warnings.filter((warning) => warning.startsWith('Diesel'))).toEqual([]);
      const [before, now] = fresh.timeline.entries.slice(-2);
      expect([before?.date, now?.date]).toEqual([lastWeek, thisWeek]);
      expect(now?.rate).toBe(fresh.suggestedRate);
      expect(before?.rate).toBeLessThan(fresh.suggestedRate);
    });

    it('can be corrected in one area, and the change keeps the earlier price', async () => {
      const thisWeek = mondayOf(new Date());
      await setWeek(thisWeek, '6.100');
      await service().freight('diesel', 'set', thisWeek, 'R1Y=6.400', '--source', 'EIA', '--json');

      const corrected = await eventually(price, ({ fuel }) => fuel.dieselPrice === 6.4);

      expect(corrected.fuel.dieselPrice).toBe(6.4);
      const shown = await service().freight<{ changes: unknown[] }>(
        'diesel',
        'show',
        '--week',
        thisWeek,
        '--json',
      );
      expect(shown).toMatchObject({ week: thisWeek, source: 'EIA', prices: { NUS: 6.1, R1Y: 6.4 } });
      expect(shown.changes.at(-1)).toMatchObject({ before: { R1Y: 6.1 }, after: { R1Y: 6.4 } });
    });

    it.each([
      ['a day that is not a Monday', ['2026-10-13', 'NUS=4.1'], /not a Monday/],
      ['an implausible price', ['2026-10-05', 'R50=7229'], /not between 0.5 and 20/],
      ['a new week that lacks areas', ['2020-01-06', 'R50=3.7'], /lacks NUS/],
      ['an unknown area', ['2026-10-05', 'R60=4.1'], /R60/],
    ])('rejects %s', async (_, args, message) => {
      await expect(service().freight('diesel', 'set', ...args, '--json')).rejects.toThrow(message);
    });
  });
}
