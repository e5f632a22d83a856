import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCloudFormation } from '../support/cloudformation-stand-in.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { startOwnOpenSearch } from '../support/opensearch-node.ts';
import { runningHost } from '../support/running-host.ts';
import { createOrganization } from '../support/service-under-test.ts';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy.ts';

const INDEX = 'terminals-v3';
const NAME = 'Maher Terminals';
const NEW_NAME = 'Maher Elizabeth Terminal';
const MEANWHILE = 'Maher Harbor Terminal';

let folder: string;
let node: Awaited<ReturnType<typeof startOwnOpenSearch>>;
let proxy: SlowProxy;
let service: LocalService;
let apiKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-search-'));
  node = await startOwnOpenSearch(join(folder, 'node'));
  proxy = await startSlowProxy(node.endpoint);
  service = await startLocalService({ own: true, openSearchEndpoint: proxy.endpoint });
  ({ apiKey } = await createOrganization(service));
});
afterAll(async () => {
  await service?.stop();
  await proxy?.stop();
  await node?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Names in a search response, which must have status 200. */
async function find(query: string): Promise<string[]> {
  const path = `/api/v1/terminals/search?query=${encodeURIComponent(query)}`;
  const { status, json } = await service.call('GET', path, { key: apiKey });
  expect(status).toBe(200);
  return (json as { data: { name: string }[] }).data.map(({ name }) => name);
}

/** Number of searches that the node has executed. */
async function nodeSearches(): Promise<number> {
  const response = await fetch(`${node.endpoint}/${INDEX}/_stats/search`);
  const { _all } = (await response.json()) as { _all: { total: { search: { query_total: number } } } };
  return _all.total.search.query_total;
}

/** Number of documents of the index in service. */
async function nodeRows(): Promise<number> {
  await fetch(`${node.endpoint}/${INDEX}/_refresh`, { method: 'POST' });
  const response = await fetch(`${node.endpoint}/${INDEX}/_count`);
  return ((await response.json()) as { count: number }).count;
}

/** Whether the node executes a search in time: its search count increases. */
async function isAnsweredByNode(): Promise<boolean> {
  const [before, from] = [await nodeSearches(), service.logs.length];
  await find('maher');
  return (await nodeSearches()) > before && logged('"TerminalSearchFellBack"', from).length === 0;
}

/** Calls the function that builds indexes as CloudFormation does; returns the response to CloudFormation. */
async function deploy(): Promise<readonly unknown[]> {
  const host = await runningHost(service.dataDir);
  const builder = host.reindexFunctionArn().split(':').at(-1);
  const { answers, creationOf, stop } = await startCloudFormation();
  try {
    const response = await fetch(`${host.controlUrl}/2015-03-31/functions/${builder}/invocations`, {
      method: 'POST',
      body: JSON.stringify(creationOf('Build')),
    });
    expect([response.status, response.headers.get('x-amz-function-error')]).toEqual([200, null]);
  } finally {
    await stop();
  }
  return answers;
}

const untilNodeAnswers = () => eventually(isAnsweredByNode, Boolean);
const untilFound = (query: string, name: string) =>
  eventually(
    () => find(query),
    (names) => names.includes(name),
  );

/** Log lines with a code or metric name, from a position on. */
const logged = (text: string, from = 0) => service.logs.slice(from).filter((line) => line.includes(text));
const reindex = () => service.freight<{ rows: number }>('terminals', 'reindex', '--json');

/** One service with a search node; the tests depend on their order. */
describe('the service with a search node', () => {
  it('says nothing of resources that it does not run', () => {
    expect(logged('not supported by the local host')).toEqual([]);
  });

  it('uses the embedded search while there is no index, and the node after a build', async () => {
    expect(await find(NAME)).toContain(NAME);
    expect(logged('TERMINAL_SEARCH_FELL_BACK')).not.toEqual([]);

    await expect(service.freight('search', 'status', '--json')).rejects.toThrow(/is not built/);

    const { rows } = await reindex();

    const listed = await service.freight<unknown[]>('terminals', 'list', '--json');
    expect(rows).toBe(listed.length);
    expect(await untilNodeAnswers()).toBe(true);
    expect(await find(NAME)).toContain(NAME);
  });

  it('prints node, index and documents, and fails when they differ from the table', async () => {
    const listed = await service.freight<{ status: string }[]>('terminals', 'list', '--json');
    const open = listed.filter(({ status }) => status === 'open').length;

    expect(await service.freight('search', 'status', '--json')).toEqual({
      engine: 'opensearch',
      domain: { name: proxy.endpoint, inProgress: [], unknown: [] },
      index: { index: INDEX, openTerminals: open },
      table: { terminals: listed.length, open },
      faults: [],
    });

    const extra = `${node.endpoint}/${INDEX}/_doc/extra?refresh=true`;
    const headers = { 'content-type': 'application/json' };
    await fetch(extra, { method: 'PUT', headers, body: '{"name":"Extra"}' });
    await expect(service.freight('search', 'status', '--json')).rejects.toThrow(
      `${INDEX} has ${open + 1} open terminals and the table has ${open}`,
    );
    await fetch(extra, { method: 'DELETE' });
  });

  it('shows a new name, a closed terminal and an import from the node, without a rebuild', async () => {
    const rows = await nodeRows();

    await service.freight('terminals', 'rename', NAME, NEW_NAME, '--json');
    expect(await untilFound(NAME, NEW_NAME)).toContain(NEW_NAME);

    await service.freight('terminals', 'close', NEW_NAME, '--json');
    const closed = await eventually(
      () => find(NEW_NAME),
      (names) => !names.includes(NEW_NAME),
    );
    expect(closed).not.toContain(NEW_NAME);
    await service.freight('terminals', 'open', NEW_NAME, '--json');
    expect(await untilFound(NEW_NAME, NEW_NAME)).toContain(NEW_NAME);

    const file = join(folder, 'terminals.csv');
    const header = 'name,type,city,state,zip,latitude,longitude';
    await writeFile(file, `${header}\nImportville Yard,intermodal,Importville,KS,66002,37.5,-98.5\n`);
    await service.freight('terminals', 'import', file, '--json');
    expect(await untilFound('importville', 'Importville Yard')).toEqual(['Importville Yard']);

    expect(await nodeRows()).toBe(rows + 1);
    // A node on a loaded machine can be too slow once.
    expect(await untilNodeAnswers()).toBe(true);
  });

  it('builds its index again at a deployment, with all changes', async () => {
    const rows = await nodeRows();

    expect(await deploy()).toMatchObject([{ Status: 'SUCCESS', LogicalResourceId: 'Build' }]);

    expect(await nodeRows()).toBe(rows);
    expect(await untilNodeAnswers()).toBe(true);
    expect(await find('importville')).toEqual(['Importville Yard']);
  });

  it('returns correct results while the node is down, logs that, and uses the node again with all changes', async () => {
    const from = service.logs.length;
    await node.stop();

    for (let call = 0; call < 20; call += 1) expect(await find(NEW_NAME)).toContain(NEW_NAME);
    await service.freight('terminals', 'rename', NEW_NAME, MEANWHILE, '--json');
    expect(await untilFound(NEW_NAME, MEANWHILE)).toContain(MEANWHILE);
    const [line = ''] = logged('TERMINAL_SEARCH_FELL_BACK', from);
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', code: 'TERMINAL_SEARCH_FELL_BACK' });
    // Each fallback is counted; only those after a call to the node are logged.
    expect(logged('"TerminalSearchFellBack"', from).length).toBeGreaterThanOrEqual(21);

    node = await startOwnOpenSearch(join(folder, 'node'), node.port);

    const recovered = async () => {
      await find('maher');
      return logged('TERMINAL_SEARCH_RECOVERED', from);
    };
    expect(await eventually(recovered, (lines) => lines.length > 0)).not.toEqual([]);
    expect(await untilFound(NEW_NAME, MEANWHILE)).toContain(MEANWHILE);
    expect(await untilNodeAnswers()).toBe(true);
  });

  it('shows in the command why an index could not be built, and which log has details', async () => {
    await node.stop();

    const failed = service.freight('terminals', 'reindex', '--json');

    await expect(failed).rejects.toThrow(/The search domain does not answer .+ See the log of \S+reindex/);
  });
});
