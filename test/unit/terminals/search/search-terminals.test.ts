import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedSearch } from '../../../../shared/terminals/search/embedded-terminal-search.ts';
import { searchTerminals } from '../../../../shared/terminals/search/search-terminals.ts';
import { searchTerminalsResponse } from '../../../../shared/terminals/search/terminal-document.ts';
import type { TerminalSearch } from '../../../../shared/terminals/search/terminal-search.ts';

const real = buildEmbeddedSearch(loadTerminals());
const finding = (totalHits: number): TerminalSearch => ({
  search: async () => ({ terminals: [], totalHits }),
});

describe('searching terminals', () => {
  it('returns a terminal with all fields of the interface', async () => {
    const { status, data } = await searchTerminals(real, { text: 'port elizabeth', limit: 1, page: 1 });
    expect(status).toBe('success');
    expect(data).toEqual([
      {
        name: 'APM Elizabeth Terminal',
        geolocation: [40.66, -74.14889],
        type: 'marine',
        address: '5080 McLester Street',
        city: 'Elizabeth',
        state: 'NJ',
        zip: '07207',
        aliases: expect.arrayContaining(['Port Elizabeth']),
        group: 'Port of New York and New Jersey',
        portCity: 'New York',
        smdgCode: 'APMT',
        locode: 'USNYC',
        services: ['container'],
        principal: true,
        port: 'USNYC',
        hours: expect.any(String),
      },
    ]);
  });

  it.each([
    [0, 10, 1, 0],
    [1, 10, 1, 1],
    [10, 10, 1, 1],
    [11, 10, 1, 2],
    [11, 1, 99, 11],
  ])('%i hits by %i are on page %i of %i', async (totalHits, limit, page, totalPages) => {
    const { pagination } = await searchTerminals(finding(totalHits), { limit, page });
    expect(pagination).toEqual({ currentPage: page, totalPages, totalHits, hitsPerPage: limit });
  });

  it('matches the response schema for every terminal', async () => {
    for (let page = 1; page <= 3; page += 1) {
      const body = await searchTerminals(real, { limit: 100, page });
      expect(v.safeParse(searchTerminalsResponse, body).issues).toBeUndefined();
    }
  });
});
