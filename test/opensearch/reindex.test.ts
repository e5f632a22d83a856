import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Terminal } from '../../shared/terminals/catalogue/terminal.ts';
import { type TerminalRecord, toListedTerminal } from '../../shared/terminals/catalogue/terminal-record.ts';
import { createOpenSearchTerminalIndex } from '../../shared/terminals/indexing/opensearch-terminal-index.ts';
import { rebuildTerminalIndex } from '../../shared/terminals/indexing/rebuild-terminal-index.ts';
import {
  type TerminalIndexWriter,
  toIndexedRow,
} from '../../shared/terminals/indexing/terminal-index-writer.ts';
import type { OpenSearchClient } from '../../shared/terminals/opensearch/opensearch-client.ts';
import { createOpenSearchTerminalSearch } from '../../shared/terminals/opensearch/opensearch-terminal-search.ts';
import { buildEmbeddedSearch } from '../../shared/terminals/search/embedded-terminal-search.ts';
import type { TerminalQuery } from '../../shared/terminals/search/terminal-search.ts';
import { randomQuery } from '../contract/terminals/random-query.ts';
import { pick, seededRandom, syntheticTerminals } from '../contract/terminals/synthetic-terminals.ts';
import { terminalRecord } from '../contract/terminals/terminals-under-test.ts';
import {
  indexTerminals,
  rowOf,
  startTestOpenSearch,
  type TestOpenSearch,
  testClient,
} from '../support/opensearch-node.ts';

const random = seededRandom(29);

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

const recordOf = ({ id: _, ...terminal }: Terminal) => terminalRecord(terminal.name, terminal);

/** A table of terminals with a change feed that delivers changes late, twice and out of order. */
function changingTable(terminals: readonly Terminal[], writer: TerminalIndexWriter) {
  const records = new Map(terminals.map((terminal) => [terminal.name, recordOf(terminal)]));
  const history: TerminalRecord[] = [];
  return {
    records,
    store: { all: async () => [...records.values()] },
    /** Changes a number of rows; the change feed follows later. */
    change: async (count: number, edit: (record: TerminalRecord) => Partial<TerminalRecord>) => {
      const changed = Array.from({ length: count }, () => {
        const record = pick(random, [...records.values()]);
        const next = { ...record, ...edit(record), revision: record.revision + 1 };
        records.set(record.name, next);
        return next;
      });
      history.push(...changed);
      const again = history.slice(-2 * count).sort(() => random() - 0.5);
      const { failed } = await writer.write([...changed, ...again].map(toIndexedRow));
      expect(failed).toEqual([]);
    },
  };
}

describe('the index of terminals', () => {
  it('is rebuilt and receives 1,000 changed rows, while callers get no wrong or empty response', async () => {
    const terminals = syntheticTerminals(2_000, random);
    // The rows that callers search do not change; the others change continuously.
    const kept = terminals.slice(0, 500).map((terminal) => ({ ...terminal, state: 'AK' }));
    const { alias, writer } = await indexTerminals(client, [...kept, ...terminals.slice(500)]);
    const table = changingTable(terminals.slice(500), writer);
    for (const terminal of kept) table.records.set(terminal.name, recordOf(terminal));
    const isKept = new Set(kept.map(({ name }) => name));
    const change = (count: number) =>
      table.change(count, ({ name, address }) =>
        isKept.has(name) ? {} : { address: `${address}1`, group: 'G' },
      );

    const search = createOpenSearchTerminalSearch(client, alias);
    const expected = buildEmbeddedSearch(kept);
    let goesOn = true;
    let answered = 0;
    const wrong: unknown[] = [];
    const caller = async () => {
      while (goesOn) {
        const { near, zip, ...rest } = randomQuery(random, kept);
        const query: TerminalQuery = { ...rest, state: 'AK' };
        const [found, wanted] = await Promise.all([search.search(query), expected.search(query)]);
        answered += 1;
        const brief = ({ totalHits, terminals: page }: typeof found) => [
          totalHits,
          ...page.map(({ name }) => name),
        ];
        if (String(brief(found)) !== String(brief(wanted))) wrong.push({ query, found: brief(found) });
      }
    };
    const callers = Promise.all([caller(), caller(), caller()]);
    let changing = true;
    let changes = 0;
    const changer = (async () => {
      while (changing || changes < 1_000) {
        await change(100);
        changes += 100;
        await wait(5);
      }
    })();
    const before = (await writer.list()).map(({ name }) => name);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await rebuildTerminalIndex({ store: table.store, writer })).toMatchObject({ outcome: 'served' });
    }
    changing = false;
    await changer;
    goesOn = false;
    await callers;
    console.info(`${answered} answers during 2 rebuilds and ${changes} changes`);
    expect(wrong).toEqual([]);

    const generations = await writer.list();
    expect(generations).toEqual([{ name: expect.any(String), inService: true }]);
    expect(before).not.toContain(generations[0]?.name);
    // The index has the newest version of each row.
    const [{ name = '' } = {}] = generations;
    expect(await writer.count(name)).toBe(table.records.size);
    const now = buildEmbeddedSearch([...table.records.values()].map(toListedTerminal));
    for (let page = 1; page <= 20; page += 1) {
      const all = { limit: 100, page };
      const [{ terminals: found }, { terminals: wanted }] = await Promise.all([
        search.search(all),
        now.search(all),
      ]);
      expect(found.map((each) => [each.name, each.address])).toEqual(
        wanted.map((each) => [each.name, each.address]),
      );
    }
  });

  it('keeps the newest version of a row, for any order of the writes', async () => {
    const [terminal] = syntheticTerminals(1, random);
    if (terminal === undefined) throw new Error('no terminal');
    const { alias, writer } = await indexTerminals(client, [terminal]);
    const search = createOpenSearchTerminalSearch(client, alias);
    const [{ name = '' } = {}] = await writer.list();
    const found = async () => {
      await writer.count(name);
      const page = await search.search({ limit: 10, page: 1 });
      return page.terminals.map(({ group }) => group);
    };
    const { id } = rowOf(terminal);
    const third = rowOf({ ...terminal, group: 'third' }, 3);
    expect(await writer.write([third])).toEqual({ written: 1, failed: [] });
    expect(await writer.write([rowOf({ ...terminal, group: 'second' }, 2), third])).toEqual({
      written: 2,
      failed: [],
    });
    expect(await found()).toEqual(['third']);
    await writer.write([rowOf({ ...terminal, closed: true }, 4)]);
    expect(await found()).toEqual([]);
    await writer.write([rowOf({ ...terminal, group: 'open again' }, 5)]);
    expect(await found()).toEqual(['open again']);
    await writer.write([{ id, version: 6 }]);
    await writer.write([rowOf({ ...terminal, group: 'late' }, 5)]);
    expect(await found()).toEqual([]);
    expect(await writer.count(name)).toBe(1);
  });

  it('is current when this code built it, and needs a rebuild otherwise', async () => {
    const terminals = syntheticTerminals(3, random);
    const { alias, writer } = await indexTerminals(client, terminals);
    expect(await writer.isCurrent()).toBe(true);
    const nothing = createOpenSearchTerminalIndex(client, `${alias}-nothing`);
    expect(await nothing.isCurrent()).toBe(false);
    await nothing.create();
    expect(await nothing.isCurrent()).toBe(false);

    const other = `${alias}-other`;
    for (const mappings of [{}, { _meta: { version: 'of other code' } }]) {
      const index = `${other}-000001`;
      const body = { mappings, aliases: { [other]: {} } };
      await client.send((library, options) => library.indices.create({ index, body }, options));
      expect(await createOpenSearchTerminalIndex(client, other).isCurrent()).toBe(false);
      await client.send((library, options) => library.indices.delete({ index }, options));
    }
  });

  it('finds a terminal by a former name, as the embedded search does', async () => {
    const [terminal] = syntheticTerminals(1, random);
    if (terminal === undefined) throw new Error('no terminal');
    const renamed = { ...terminal, formerNames: ['Olde Wharf'] };
    const { alias } = await indexTerminals(client, [renamed]);
    const query = { text: 'olde wharf', limit: 10, page: 1 };
    const page = await createOpenSearchTerminalSearch(client, alias).search(query);
    expect(page).toEqual(await buildEmbeddedSearch([renamed]).search(query));
    expect(page.totalHits).toBe(1);
  });

  it('does not change when a rebuild is interrupted or counts too few rows', async () => {
    const terminals = syntheticTerminals(50, random);
    const { alias, writer } = await indexTerminals(client, terminals);
    const [before] = await writer.list();
    const all = async () => terminals.map(recordOf);
    const broken = { ...writer, write: async () => Promise.reject(new Error('interrupted')) };
    await expect(rebuildTerminalIndex({ store: { all }, writer: broken })).rejects.toThrow('interrupted');
    const lossy = { ...writer, count: async () => 49 };
    expect(await rebuildTerminalIndex({ store: { all }, writer: lossy })).toMatchObject({
      outcome: 'incomplete',
    });
    const empty = { all: async () => [] };
    expect(await rebuildTerminalIndex({ store: empty, writer })).toMatchObject({ outcome: 'incomplete' });
    expect((await writer.list()).filter(({ inService }) => inService)).toEqual([before]);
    const search = createOpenSearchTerminalSearch(client, alias);
    expect((await search.search({ limit: 1, page: 1 })).totalHits).toBe(50);

    // The next rebuild succeeds and deletes the old generations.
    const progress: number[] = [];
    const result = await rebuildTerminalIndex({ store: { all }, writer }, ({ written }) =>
      progress.push(written),
    );
    expect(result).toMatchObject({ outcome: 'served', rows: 50 });
    expect(progress).toEqual([50]);
    expect(await writer.list()).toHaveLength(1);
  });

  it('uses exactly one generation, the newest, when rebuilds overlap', async () => {
    const terminals = syntheticTerminals(20, random);
    const { alias, writer } = await indexTerminals(client, terminals);
    const other = createOpenSearchTerminalIndex(client, alias);
    const older = await writer.create();
    const newer = await other.create();
    expect(older < newer).toBe(true);
    expect(await other.serve(newer)).toBe('served');
    expect(await writer.serve(older)).toBe('superseded');
    expect(await other.serve(newer)).toBe('served');
    expect((await writer.list()).filter(({ inService }) => inService).map(({ name }) => name)).toEqual([
      newer,
    ]);
    expect(await other.removeOld()).toHaveLength(2);
    const { failed } = await writer.write(
      terminals.map((terminal) => rowOf(terminal)),
      older,
    );
    expect(failed).toHaveLength(terminals.length);
    await expect(writer.serve(older)).resolves.toBe('superseded');
    const rebuilds = await Promise.all(
      [writer, other].map((each) =>
        rebuildTerminalIndex({ store: { all: async () => terminals.map(recordOf) }, writer: each }),
      ),
    );
    expect(rebuilds.map(({ outcome }) => outcome)).toContain('served');
    expect((await writer.list()).filter(({ inService }) => inService)).toHaveLength(1);
    const page = await createOpenSearchTerminalSearch(client, alias).search({ limit: 100, page: 1 });
    expect(page.totalHits).toBe(20);
  });
});
