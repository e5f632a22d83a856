import { describe, expect, it } from '@jest/globals';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { differences, readExpectedQuotes } from '../../support/expected-quotes.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

/** Expected terminal, door and miles from general knowledge of ports, ramps and highways, not from the service. */
const TABLES = {
  'a container': readExpectedQuotes(new URL('./expected-container-quotes.csv', import.meta.url)),
  'a mixed list': readExpectedQuotes(new URL('./expected-fresh-reader-quotes.csv', import.meta.url)),
  'a trailer': readExpectedQuotes(new URL('./expected-trailer-quotes.csv', import.meta.url)),
};

const TERMINALS = loadTerminals();
const roadDistances = createEmbeddedRoadDistances();

describe.each(Object.entries(TABLES))('the quote of %s', (_, table) => {
  it.each(table)('$origin -> $destination', async (expected) => {
    const { origin, destination, equipment } = expected;
    const { quote } = await quotingUnderTest({ roadDistances }).quote({
      origin,
      destination,
      equipment_type: equipment,
    });

    expect(differences(expected, quote, TERMINALS)).toEqual([]);
    expect(quote.route.requested).toEqual({ origin, destination });
  });
});

describe('the tables of expected quotes', () => {
  it('have at least 80 containers and 30 trailers', () => {
    expect(TABLES['a container'].length).toBeGreaterThanOrEqual(80);
    expect(TABLES['a trailer'].length).toBeGreaterThanOrEqual(30);
  });
});
