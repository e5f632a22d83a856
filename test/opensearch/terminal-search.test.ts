import { afterAll, beforeAll } from '@jest/globals';
import type { OpenSearchClient } from '../../shared/terminals/opensearch-client.ts';
import { createOpenSearchTerminalSearch } from '../../shared/terminals/opensearch-terminal-search.ts';
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

describeTerminalSearch('OpenSearch', async (terminals) => {
  const { alias } = await indexTerminals(client, terminals);
  return createOpenSearchTerminalSearch(client, alias);
});
