import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenSearchLocal } from '../../lib/local/engines/opensearch-local.ts';
import {
  createFallbackSearch,
  type FallbackEvent,
} from '../../shared/terminals/opensearch/fallback-search.ts';
import { createOpenSearchClient } from '../../shared/terminals/opensearch/opensearch-client.ts';
import { createOpenSearchTerminalSearch } from '../../shared/terminals/opensearch/opensearch-terminal-search.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import type { TerminalPage, TerminalSearch } from '../../shared/terminals/search/terminal-search.ts';
import { naiveSearch } from '../contract/terminals/naive-search.ts';
import { randomQuery } from '../contract/terminals/random-query.ts';
import { seededRandom, syntheticTerminals } from '../contract/terminals/synthetic-terminals.ts';
import { eventually } from '../support/eventually.ts';
import { indexTerminals, startOwnOpenSearch, testClient } from '../support/opensearch-node.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';

/** The same value as in the function. */
const TIMEOUT_MS = 800;
/** Response time of the slow node. Callers do not wait for it. */
const SLOW_MS = 3_000;
const OPEN_MS = 500;
const CALLERS = 4;

const random = seededRandom(17);
const terminals = syntheticTerminals(500, random);
const names = (page: TerminalPage) => [page.totalHits, ...page.terminals.map(({ name }) => name)];

let node: OpenSearchLocal;
let alias: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freight-opensearch-data-'));
  node = await startOwnOpenSearch({ dataDir });
  const client = testClient(node.endpoint);
  ({ alias } = await indexTerminals(client, terminals));
  client.close();
});
afterAll(async () => {
  await node.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A search over the node with the embedded search as fallback, and callers that call it without a pause. */
function underLoad(endpoint: string) {
  const events: FallbackEvent['kind'][] = [];
  /** Consecutive responses of the node. */
  let calm = 0;
  const embedded = buildEmbeddedSearch(terminals);
  const client = createOpenSearchClient({ endpoint, timeoutMs: TIMEOUT_MS });
  const search: TerminalSearch = createFallbackSearch({
    primary: createOpenSearchTerminalSearch(client, alias),
    fallback: async () => embedded,
    onEvent: ({ kind }) => {
      events.push(kind);
      calm = 0;
    },
    openMs: OPEN_MS,
  });
  let goesOn = true;
  let answered = 0;
  const durations: number[] = [];
  const wrong: unknown[] = [];
  const caller = async () => {
    while (goesOn) {
      const query = randomQuery(random, terminals);
      const started = performance.now();
      const found = await search.search(query).then(names, String);
      durations.push(performance.now() - started);
      answered += 1;
      calm += 1;
      const expected = names(naiveSearch(terminals, query));
      if (String(found) !== String(expected)) wrong.push({ query, found, expected });
      // Yields, because callers with an immediate fallback would block the event loop.
      await wait(2);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  return {
    events,
    answered: () => answered,
    calm: () => calm,
    stop: async () => {
      goesOn = false;
      await callers;
      client.close();
      // Not the slowest: a machine that stops for some seconds delays some answers.
      const most = durations.toSorted((one, other) => one - other)[Math.floor(durations.length * 0.9)] ?? 0;
      return { most, wrong };
    },
  };
}

type Load = ReturnType<typeof underLoad>;

async function answers(load: Load, more: number): Promise<void> {
  expect(
    await eventually(
      async () => load.answered(),
      (count) => count > more,
    ),
  ).toBeGreaterThan(more);
}

async function troubled(load: Load, kind: FallbackEvent['kind']): Promise<void> {
  expect(
    await eventually(
      async () => [...load.events],
      (kinds) => kinds.includes(kind),
    ),
  ).toContain(kind);
}

/** Waits until the node has responded to all searches for a while, because a new node is slow. */
async function isCalm(load: Load): Promise<void> {
  const calm = await eventually(
    async () => load.calm(),
    (count) => count > 100,
  );
  expect(calm).toBeGreaterThan(100);
}

describe('search while its OpenSearch node fails', () => {
  let load: Load | undefined;
  let proxy: Awaited<ReturnType<typeof startSlowProxy>> | undefined;
  afterEach(async () => {
    await load?.stop();
    await proxy?.stop();
  });

  it('returns correct results while the node is killed, and uses it again after its restart', async () => {
    load = underLoad(node.endpoint);
    await isCalm(load);
    load.events.length = 0;

    await node.stop();
    await troubled(load, 'skipped');
    const whenDead = load.answered();
    await answers(load, whenDead + 200);
    expect(load.events).not.toContain('recovered');

    node = await startOwnOpenSearch({ dataDir, port: node.port });
    await troubled(load, 'recovered');
    await isCalm(load);
    const { most, wrong } = await load.stop();
    console.info(`${load.answered()} answers, 90% of them within ${most.toFixed(0)} ms`);
    expect(wrong).toEqual([]);
    expect(most).toBeLessThan(SLOW_MS);
  });

  it('returns correct results in time while the node takes 3 s, and uses it again afterwards', async () => {
    proxy = await startSlowProxy(node.endpoint);
    load = underLoad(proxy.endpoint);
    await isCalm(load);
    load.events.length = 0;

    proxy.delayBy(SLOW_MS);
    await troubled(load, 'skipped');
    const whenSlow = load.answered();
    await answers(load, whenSlow + 200);

    proxy.delayBy(0);
    await troubled(load, 'recovered');
    const { most, wrong } = await load.stop();
    console.info(`${load.answered()} answers, 90% of them within ${most.toFixed(0)} ms`);
    expect(wrong).toEqual([]);
    expect(most).toBeLessThan(SLOW_MS);
  });
});
