import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../shared/terminals/catalogue/terminal.ts';
import type { OpenSearchClient } from '../../shared/terminals/opensearch/opensearch-client.ts';
import { createOpenSearchTerminalSearch } from '../../shared/terminals/opensearch/opensearch-terminal-search.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import type { TerminalQuery } from '../../shared/terminals/search/terminal-search.ts';
import { randomQuery } from '../contract/terminals/random-query.ts';
import { describeRelevance } from '../contract/terminals/relevance-contract.ts';
import { seededRandom, syntheticTerminals } from '../contract/terminals/synthetic-terminals.ts';
import { describeTerminalSearch } from '../contract/terminals/terminal-search-contract.ts';
import {
  indexTerminals,
  startTestOpenSearch,
  type TestOpenSearch,
  testClient,
} from '../support/opensearch-node.ts';

let node: TestOpenSearch;
let client: OpenSearchClient;
beforeAll(async () => {
  node = await startTestOpenSearch();
  client = testClient(node.endpoint);
});
afterAll(async () => {
  client.close();
  await node.stop();
});

const openSearchOver = async (terminals: readonly Terminal[]) =>
  createOpenSearchTerminalSearch(client, (await indexTerminals(client, terminals)).alias);

describeTerminalSearch('OpenSearch', openSearchOver);
describeRelevance('OpenSearch', openSearchOver);

/** Texts that mean something in a query language of OpenSearch, JSON or Painless. */
const SYNTAX = [
  'name:*',
  '*:*',
  'por*',
  'p?rt',
  'prot~2',
  '"port elizabeth"',
  'port OR maher',
  'port AND NOT maher',
  '+port -maher',
  '_exists_:name',
  '[a TO z]',
  '/por.*/',
  'port^5',
  '(port',
  '{"match_all":{}}',
  '"}},{"match_all":{}}',
  "doc['x'].value",
  '../_search?q=port',
  'port\\ elizabeth',
  'port\n{"index":{}}\n',
];

describe('OpenSearch and the embedded search', () => {
  it('return the same pages of the real catalogue, with all fields', async () => {
    const terminals = loadTerminals();
    const [openSearch, embedded] = [await openSearchOver(terminals), buildEmbeddedSearch(terminals)];
    const random = seededRandom(81);
    const queries: TerminalQuery[] = [
      ...Array.from({ length: 1_000 }, () => randomQuery(random, terminals)),
      ...SYNTAX.flatMap((text) => [
        { text, limit: 10, page: 1 },
        { city: text, limit: 10, page: 1 },
      ]),
    ];
    for (const query of queries) {
      expect({ query, page: await openSearch.search(query) }).toEqual({
        query,
        page: await embedded.search(query),
      });
    }
  });

  it('order names by UTF-16 code units, also beyond the basic plane', async () => {
    const [blank] = syntheticTerminals(1, seededRandom(1));
    if (blank === undefined) throw new Error('no terminal');
    const names = ['Pier \u{20000}', 'Pier \uff5a', 'Pier zz', 'Pier \uf900', 'Pier \ud7a3', 'Pier'];
    const terminals = names.map((name) => ({ ...blank, name }));
    const query = { type: blank.type, limit: 10, page: 1 };
    const found = await (await openSearchOver(terminals)).search(query);
    expect(found).toEqual(await buildEmbeddedSearch(terminals).search(query));
    expect(found.totalHits).toBe(names.length);
  });

  it('find nothing for more words than any terminal has, and all hits for a text of many prefixes', async () => {
    const terminals = syntheticTerminals(50, seededRandom(3));
    const [openSearch, embedded] = [await openSearchOver(terminals), buildEmbeddedSearch(terminals)];
    const many = Array.from({ length: 3_000 }, (_, number) => `w${number}`).join(' ');
    const beginnings = ['t', 'te', 'ter', 'term', 'termi', 'termin', 'termina', 'terminal'].join(' ');
    for (const text of [many, beginnings]) {
      const query = { text, state: 'CA', limit: 100, page: 1 };
      expect(await openSearch.search(query)).toEqual(await embedded.search(query));
    }
  });

  it('return correct totals and pages beyond 10,000 hits', async () => {
    const terminals = syntheticTerminals(10_500, seededRandom(5));
    const [openSearch, embedded] = [await openSearchOver(terminals), buildEmbeddedSearch(terminals)];
    for (const query of [
      { limit: 100, page: 105 },
      { limit: 100, page: 106 },
      { near: { latitude: 10, longitude: 10, radiusMiles: 1e9 }, limit: 100, page: 104 },
    ]) {
      expect(await openSearch.search(query)).toEqual(await embedded.search(query));
    }
    expect((await openSearch.search({ limit: 1, page: 1 })).totalHits).toBe(10_500);
  });
});
