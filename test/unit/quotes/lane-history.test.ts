import { describe, expect, it } from '@jest/globals';
import { NO_CUSTOMER } from '../../../shared/customers/customer-names.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { type LaneHistoryPorts, laneHistoryUseCase } from '../../../shared/quotes/lane-history.ts';
import { resolveStops } from '../../../shared/quotes/pricing/check-request.ts';
import { createQuoteIds, type QuoteRow } from '../../../shared/quotes/record/stored-quote.ts';
import { laneAreasOf, laneOptions } from '../../../shared/quotes/stops/quote-lane.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildNearestTerminals } from '../../../shared/terminals/search/nearest-terminals.ts';
import { matchedCustomer } from '../../support/named-customer.ts';

const CALLER: Account = { orgId: 'org_1', mode: 'test' };
const NOW = new Date('2026-11-30T12:00:00Z');
const places = createEmbeddedGeocoder();
const catalogue = loadTerminals();
const terminals = { ...buildEmbeddedDirectory(catalogue), ...buildNearestTerminals(catalogue) };

/** The areas of all lanes that a container quote between two places can have. */
function areasOfQuotes(origin: string, destination: string) {
  const stops = resolveStops({ places, terminals }, { origin, destination }, true);
  if (!stops.origin || !stops.destination) throw new Error(`${origin} or ${destination} is unknown`);
  const requested = { origin: stops.origin, destination: stops.destination };
  return laneOptions(requested, 'container_40hc', terminals).lanes.map((lane) =>
    laneAreasOf(lane, requested),
  );
}

const row: QuoteRow = {
  ...{ quoteId: createQuoteIds()(NOW), status: 'active', outcome: 'open', totalCents: 100_000 },
  ...{ currency: 'USD', origin: '', destination: '', customerReference: '', customer: 'ACME' },
  equipment: 'container_40hc',
};

/** The history of a lane, and the areas that it reads. @param quotes in each area. */
async function historyOf(
  query: Record<string, string>,
  quotes: readonly QuoteRow[] = [],
  match: LaneHistoryPorts['customers']['match'] = async (_, text) => matchedCustomer(text),
) {
  const read: string[] = [];
  const history = laneHistoryUseCase({
    readLanes: async (_, areas) => {
      read.push(...areas);
      return { quotes: areas.flatMap(() => quotes), imported: [], isCut: false };
    },
    customers: { match },
    places,
    terminals: { current: async () => terminals },
    now: () => NOW,
  });
  const outcome = await history(query, CALLER);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
  return { read, answer: outcome.body };
}

describe('the history of a lane', () => {
  it.each([
    'Newark, NJ',
    'Elizabeth, NJ',
    'Jersey City, NJ',
    'Joliet, IL',
    'Elwood, IL',
    'Cicero, IL',
    'Los Angeles, CA',
    '90012',
    'USSAV',
    'Port of Savannah',
    'NS Inman',
  ])('has every container quote that was requested from or to %s', async (place) => {
    for (const lane of [
      { origin: place, destination: 'Allentown, PA' },
      { origin: 'Allentown, PA', destination: place },
    ]) {
      const { read } = await historyOf(lane);
      const areas = areasOfQuotes(lane.origin, lane.destination);
      expect(areas.length).toBeGreaterThan(0);
      for (const { laneArea, requestedArea = laneArea } of areas) expect(read).toContain(requestedArea);
    }
  });

  it('of a city has quotes of terminals there, which are of the port of another city', async () => {
    const terminal = catalogue.find(({ city, portCity }) => city === 'Newark' && portCity === 'New York');
    const [quote] = areasOfQuotes(terminal?.name ?? '', 'Allentown, PA');
    const { read } = await historyOf({ origin: 'Newark, NJ', destination: 'Allentown, PA' });
    expect(quote).toEqual({ laneArea: 'new york, ny to 181' });
    expect(read).toContain(quote?.laneArea);
  });

  it('has a quote of two areas once', async () => {
    const { read, answer } = await historyOf({ origin: 'Newark, NJ', destination: 'Allentown, PA' }, [row]);
    expect(read.length).toBeGreaterThan(1);
    expect([answer.recent.length, answer.months]).toEqual([1, [expect.objectContaining({ quoted: 1 })]]);
  });

  it('has the quotes of a deleted customer by its name', async () => {
    const deleted = async () => ({ match: NO_CUSTOMER, warnings: [], similarity: [] });
    const quotes = [row, { ...row, quoteId: createQuoteIds()(NOW), customer: 'Other' }];
    const lane = { origin: 'USSAV', destination: '30318' };
    const { answer } = await historyOf({ ...lane, customer: ' Acme' }, quotes, deleted);
    expect(answer.recent.map(({ customer }) => customer)).toEqual(['ACME']);
  });
});
