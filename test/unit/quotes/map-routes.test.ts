import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { LaneEnds, MapRoutes } from '../../../shared/geography/roads/road-distance.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

const SOURCE = 'test map service';
/** Has more than three principal container terminals. */
const PORT = { origin: 'USLAX' };

/** A map service that records the requested lanes; it has no route for lanes for which `fails` is true. */
function recordingService(fails: (asked: number) => boolean = () => false) {
  const asked: LaneEnds[] = [];
  const mapRoutes: MapRoutes = {
    betweenAll: async (lanes) => {
      const routes = lanes.map((lane) => {
        asked.push(lane);
        const miles = greatCircleMiles(lane.origin, lane.destination) * 1.3;
        return fails(asked.length)
          ? undefined
          : ({ routable: true, miles, source: SOURCE, warnings: [] } as const);
      });
      const found = routes.filter((route) => route !== undefined);
      return found.length === lanes.length ? found : undefined;
    },
  };
  return { asked, mapRoutes };
}

describe('the routes of a map service', () => {
  it.each([
    ['without billing information', { terms: { billing: false } }, 'BILLING_REQUIRED'],
    ['of an organization that is not there', { terms: undefined }, undefined],
    ['at the monthly limit', { terms: { billing: true, quoteLimit: 0 } }, 'QUOTE_LIMIT_EXCEEDED'],
  ])('are not requested for a quote %s', async (_, circumstances, code) => {
    const { asked, mapRoutes } = recordingService();

    expect((await quotingUnderTest({ mapRoutes, ...circumstances }).rejection(PORT)).code).toBe(code);

    expect(asked).toEqual([]);
  });

  it('are not requested if there is no road', async () => {
    const { asked, mapRoutes } = recordingService();
    expect(await quotingUnderTest({ mapRoutes }).rejection({ destination: 'Honolulu' })).toMatchObject({
      code: 'NO_ROUTE',
    });
    expect(asked).toEqual([]);
  });

  it("are requested after billing and the month's count are read", async () => {
    const { asked, mapRoutes } = recordingService();
    const read: string[] = [];
    const record = async (what: string) => {
      await wait(20);
      read.push(`${what} before ${asked.length} routes`);
    };

    await quotingUnderTest({
      mapRoutes,
      readTerms: async () => {
        await record('billing');
        return { billing: true, quoteLimit: 5 };
      },
      quotesUsed: async () => {
        await record('count');
        return 4;
      },
    }).quote(PORT);

    expect(read).toEqual(['billing before 0 routes', 'count before 0 routes']);
    expect(asked.length).toBeGreaterThan(0);
  });

  it('are at most three, for the terminals around the lower median by free distances', async () => {
    const { asked, mapRoutes } = recordingService();
    const { quote: free } = await quotingUnderTest().quote(PORT);
    const { quote } = await quotingUnderTest({ mapRoutes }).quote(PORT);
    const { terminals = [], route, pricing } = quote;
    const all = free.terminals ?? [];
    const middle = Math.floor((all.length - 1) / 2);

    expect(all.length).toBeGreaterThan(3);
    expect(asked).toHaveLength(3);
    expect(terminals.map(({ name }) => name).sort()).toEqual(
      all
        .slice(middle - 1, middle + 2)
        .map(({ name }) => name)
        .sort(),
    );
    expect(terminals[1]).toEqual({
      name: route.origin.name,
      distance: route.distance,
      total_rate: pricing.total_rate,
    });
    expect(route.distance_source).toBe(SOURCE);
    for (const { name, distance } of terminals) {
      const there = all.find((terminal) => terminal.name === name)?.distance ?? 0;
      expect(distance / there).toBeCloseTo(1.3 / 1.2, 2);
    }
    expect(quote.warnings).toContainEqual(
      expect.stringMatching(
        new RegExp(`^The total for 3 of ${all.length} terminals of .* "terminals" lists these terminals\\.$`),
      ),
    );
  });

  it.each([
    [{ origin: 'LBCT' }, 1],
    [{ equipment_type: 'dryvan' }, 1],
  ])('are one for each priced lane: %j', async (changes, count) => {
    const { asked, mapRoutes } = recordingService();
    const { quote } = await quotingUnderTest({ mapRoutes }).quote(changes);
    expect([asked.length, quote.route.distance_source]).toEqual([count, SOURCE]);
  });

  it.each([1, 2, 3])(
    'are not used if number %d of them fails: all terminals use free distances',
    async (failing) => {
      const { asked, mapRoutes } = recordingService((count) => count === failing);
      const { quote: free } = await quotingUnderTest().quote(PORT);

      const { quote } = await quotingUnderTest({ mapRoutes }).quote(PORT);

      expect(asked).toHaveLength(3);
      expect({ ...quote, quote_id: '' }).toEqual({ ...free, quote_id: '' });
    },
  );
});
