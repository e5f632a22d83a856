import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TerminalRecord } from '../../shared/terminals/catalogue/terminal-record.ts';
import { createTerminalIndex, type TerminalIndex } from '../../shared/terminals/indexing/terminal-index.ts';
import {
  createOpenSearchClient,
  type OpenSearchClient,
} from '../../shared/terminals/opensearch/opensearch-client.ts';
import { createOpenSearchTerminalSearch } from '../../shared/terminals/opensearch/opensearch-terminal-search.ts';
import { TERMINALS_INDEX } from '../../shared/terminals/opensearch/terminals-index.ts';
import { describeTerminalSearch } from '../contract/terminals/terminal-search-contract.ts';
import { terminalRecord } from '../contract/terminals/terminals-under-test.ts';
import { startTestOpenSearch, type TestOpenSearch } from '../support/opensearch-node.ts';

let node: TestOpenSearch;
let client: OpenSearchClient;
let index: TerminalIndex;
beforeAll(async () => {
  node = await startTestOpenSearch();
  client = await createOpenSearchClient({ endpoint: node.endpoint }, 60_000);
  index = await createTerminalIndex({ endpoint: node.endpoint });
});
afterAll(async () => {
  client.close();
  await node.stop();
});

const tableOf = (...rows: readonly TerminalRecord[]) => ({ all: async () => rows });

describeTerminalSearch('OpenSearch', async (rows) => {
  await index.rebuild(tableOf(...rows));
  return createOpenSearchTerminalSearch(client);
});

describe('the index of terminals', () => {
  const pier = terminalRecord('Pier', { revision: 2 });

  /** Groups of the terminals that search finds. */
  async function groups(): Promise<readonly string[]> {
    await client.send((library, options) => library.indices.refresh({ index: TERMINALS_INDEX }, options));
    const { terminals } = await createOpenSearchTerminalSearch(client).search({ limit: 10, page: 1 });
    return terminals.map(({ group }) => group);
  }
  const removeIndex = () =>
    client.send((library, options) => library.indices.delete({ index: TERMINALS_INDEX }, options));

  it('keeps the newest revision of a row, for any order of the writes', async () => {
    await index.rebuild(tableOf(pier));
    const third = { ...pier, revision: 3, group: 'third' };
    expect(await index.write([third])).toEqual(new Map());
    expect(await index.write([pier, third])).toEqual(new Map());
    expect(await groups()).toEqual(['third']);
    await index.write([{ ...pier, revision: 4, status: 'closed' }]);
    await index.write([third]);
    expect(await groups()).toEqual([]);
    await index.write([{ ...pier, revision: 5, group: 'open again' }]);
    expect(await groups()).toEqual(['open again']);
    await index.write([{ id: pier.id, revision: 6, status: 'deleted' }]);
    expect(await groups()).toEqual([]);
    expect(await index.readStatus()).toEqual({ index: TERMINALS_INDEX, openTerminals: 0 });
  });

  it('is not created by a change, and not searched before it is complete', async () => {
    await removeIndex();
    expect(await index.write([pier])).toEqual(new Map());
    await expect(groups()).rejects.toThrow('status 404');
    await expect(index.rebuild(tableOf())).rejects.toThrow('no rows');
    expect(await index.readStatus()).toEqual({ index: TERMINALS_INDEX });
    await expect(createOpenSearchTerminalSearch(client).search({ limit: 1, page: 1 })).rejects.toThrow('404');
    expect(await index.rebuild(tableOf(pier))).toBe(1);
    expect(await groups()).toEqual(['Test port']);
  });
});
