import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { TERMINALS_INDEX } from '../../shared/terminals/opensearch/terminals-index.ts';
import { terminalChangeSuite } from '../api/suites/terminal-change-suite.ts';
import { deployedService } from '../support/deployed-service.ts';
import { createOrganization, type ServiceUnderTest } from '../support/service-under-test.ts';

/** The node that stands for the domain. */
const NODE = process.env.OPENSEARCH_NODE ?? '';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await deployedService(environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '').name);
});
afterAll(() => service.stop());

async function node<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(`${NODE}/${path}`, init);
  return (await response.json()) as Body;
}

/** Queries that the index in service has answered so far. */
async function queries(): Promise<number> {
  const { _all } = await node<{ _all: { total: { search: { query_total: number } } } }>(
    `${TERMINALS_INDEX}/_stats/search`,
  );
  return _all.total.search.query_total;
}

describe('the deployed service with a search domain', () => {
  it('has an index in service since its first deployment, of all terminals that the deployment loaded', async () => {
    const listed = await service.freight<unknown[]>('terminals', 'list', '--json');
    await node(`${TERMINALS_INDEX}/_refresh`, { method: 'POST' });
    const { count } = await node<{ count: number }>(`${TERMINALS_INDEX}/_count`);

    expect(listed.length).toBeGreaterThan(60);
    expect(count).toBe(listed.length);
  });

  it('asks the domain, and not only its memory', async () => {
    const { apiKey } = await createOrganization(service);
    const before = await queries();

    const { status, json } = await service.call('GET', '/api/v1/terminals/search?query=maher', {
      key: apiKey,
    });

    expect([status, json]).toMatchObject([200, { data: [{ name: expect.stringMatching(/maher/i) }] }]);
    expect(await queries()).toBeGreaterThan(before);
  });

  it('reports the index in service, and as many terminals as the table has', async () => {
    const status = await service.freight('search', 'status', '--json');

    expect(status).toMatchObject({
      engine: 'opensearch',
      index: { index: TERMINALS_INDEX },
      faults: [],
    });
  });

  // By the stream, into the index: what the table has changed, the domain answers.
  terminalChangeSuite(() => service);

  it('finds the new name by the search domain', async () => {
    await node(`${TERMINALS_INDEX}/_refresh`, { method: 'POST' });
    const query = { term: { words: { value: 'hueneme' } } };
    const { hits } = await node<{
      hits: { hits: { _version: number; _source: { terminal: { name: string; aliases: string[] } } }[] };
    }>(`${TERMINALS_INDEX}/_search?version=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(hits.hits.map(({ _version }) => _version > 1)).toEqual([true]);
    expect(hits.hits[0]?._source.terminal.aliases).toContain('Hueneme Harbor Terminal');
  });
});
