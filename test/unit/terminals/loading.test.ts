import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { createIndexTerminals } from '../../../functions/index-terminals/index-terminals.ts';
import { createLoadOnDeploy } from '../../../functions/load-terminals/load-on-deploy.ts';
import { createReindexTerminals } from '../../../functions/reindex-terminals/reindex-terminals.ts';
import { logOutput } from '../../../shared/platform/logging/log.ts';
import { terminalKey } from '../../../shared/terminals/catalogue/dynamodb-terminal-items.ts';
import type { ListedTerminal } from '../../../shared/terminals/catalogue/terminal.ts';
import { factsOf, type TerminalRecord } from '../../../shared/terminals/catalogue/terminal-record.ts';
import type { ChangedRow } from '../../../shared/terminals/indexing/terminal-index.ts';
import { loadCatalogue } from '../../../shared/terminals/management/load-catalogue.ts';
import { renameTerminal, setTerminalStatus } from '../../../shared/terminals/management/manage-terminals.ts';
import {
  createRefreshingTerminals,
  packTerminals,
  publishSnapshot,
} from '../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { terminalRecord } from '../../contract/terminals/terminals-under-test.ts';
import { terminalsUnderTest } from '../../support/in-memory-terminals.ts';
import { lambdaContext } from '../../support/proxy-event.ts';

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) jest.spyOn(logOutput, level).mockReturnValue();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('loading the catalogue', () => {
  const facts = (name: string) => factsOf(terminalRecord(name));
  const [A, B, C] = [facts('Alpha'), facts('Bravo'), facts('Charlie')];

  it('adds missing terminals once', async () => {
    const { ports, store } = terminalsUnderTest();
    const first = await loadCatalogue(ports, [A, B]);
    const again = await loadCatalogue(ports, [A, B]);
    const more = await loadCatalogue(ports, [A, B, C]);
    expect([first, again, more]).toEqual([
      { added: 2, updated: 0, publication: { published: true, version: 1, count: 2 } },
      { added: 0, updated: 0, publication: { published: false, version: 1, count: 2 } },
      { added: 1, updated: 0, publication: { published: true, version: 2, count: 3 } },
    ]);
    for (const { origin, status, revision } of await store.all())
      expect({ origin, status, revision }).toEqual({ origin: 'catalogue', status: 'open', revision: 1 });
  });

  it('updates changed facts of rows that no operator changed, each time, and removes an optional one', async () => {
    const { ports, store } = terminalsUnderTest();
    await loadCatalogue(ports, [A, B]);
    const changes = [
      { port: 'USNYC', principal: true },
      { port: 'USNYC', portCity: 'Memphis', portState: 'TN' },
      { port: 'USNYC', portCity: 'Memphis' },
      { port: 'USNYC', portCity: 'Memphis' },
    ];
    const updated: number[] = [];
    for (const change of changes) {
      const loaded = await loadCatalogue(ports, [{ ...A, ...change }, B]);
      updated.push(loaded.updated);
      expect(loaded.publication.published).toBe(loaded.updated > 0);
    }
    expect(updated).toEqual([1, 1, 1, 0]);
    const found = await store.find('Alpha');
    expect(found).toMatchObject({ portCity: 'Memphis', origin: 'catalogue', principal: false, revision: 4 });
    expect(found).not.toHaveProperty('portState');
    expect(await store.find('Bravo')).toMatchObject({ revision: 1 });
  });

  it('does not change rows that an operator changed, renamed or closed, also after an update', async () => {
    const { ports, store } = terminalsUnderTest();
    const [D, E] = [facts('Delta'), facts('Echo')];
    await loadCatalogue(ports, [A, B, C, D, E]);
    await loadCatalogue(ports, [A, { ...B, zip: '07202' }, C, { ...D, zip: '07202' }, E]);
    await renameTerminal(ports, 'Alpha', 'Aleph');
    await setTerminalStatus(ports, 'Bravo', 'closed');
    const changes = { Charlie: { portState: 'TN' }, Delta: { group: 'Of the operator' } };
    for (const [name, change] of Object.entries(changes)) {
      const record = await store.find(name);
      if (record === undefined) throw new Error('no record');
      await store.replace({ ...record, ...change, origin: 'operator', revision: record.revision + 1 });
    }
    const before = await store.all();

    const all = [A, B, C, D].map((one) => ({ ...one, address: 'Elsewhere 1' }));
    expect(await loadCatalogue(ports, [...all, E])).toMatchObject({ added: 0, updated: 0 });
    expect(await store.all()).toEqual(before);
  });

  it('does not change a row that an operator changes at the same time', async () => {
    const { ports, store } = terminalsUnderTest();
    await loadCatalogue(ports, [A]);
    const replace: typeof store.replace = async (record) => {
      await setTerminalStatus(ports, 'Alpha', 'closed');
      return store.replace(record);
    };
    const loaded = await loadCatalogue({ ...ports, store: { ...store, replace } }, [{ ...A, zip: '07202' }]);
    expect(loaded).toMatchObject({ updated: 0, publication: { published: false } });
    expect(await store.find('Alpha')).toMatchObject({ status: 'closed', zip: A.zip });
  });
});

describe('the published terminals', () => {
  const REFRESH_MS = 20_000;

  /** A function's process with a clock and a table in memory that can be delayed or fail. */
  function processUnderTest() {
    const memory = terminalsUnderTest();
    const state = { time: 1_000_000, fails: false };
    let gate: Promise<void> = Promise.resolve();
    const read = jest.fn(async () => {
      const answer = await memory.snapshots.read();
      await gate;
      if (state.fails) throw new Error('AccessDenied');
      return answer;
    });
    const build = jest.fn((terminals: readonly ListedTerminal[]) =>
      terminals.length > 100 ? ['the catalogue'] : terminals.map(({ name }) => name).sort(),
    );
    return {
      ...memory,
      ...createRefreshingTerminals({ read }, build, REFRESH_MS, () => state.time),
      ...{ state, read, build },
      pass: (ms: number) => {
        state.time += ms;
      },
      /** Delays the responses of the table until the returned function is called. */
      hold: () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        gate = promise;
        return resolve;
      },
      publish: async (name: string) => {
        await memory.store.add(terminalRecord(name));
        await publishSnapshot(memory.ports);
      },
    };
  }

  /** Waits until all resolved promises are processed. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  async function publishedUnderTest() {
    const test = processUnderTest();
    await test.publish('A');
    await test.current();
    return test;
  }

  it('are read once by concurrent callers', async () => {
    const test = processUnderTest();
    await test.publish('A');
    const all = await Promise.all(Array.from({ length: 50 }, () => test.current()));
    expect(all[49]).toEqual(['A']);
    expect([test.read.mock.calls.length, test.build.mock.calls.length]).toEqual([1, 1]);
  });

  it('need no read while they are fresh, and are refreshed in the background afterwards', async () => {
    const test = await publishedUnderTest();
    await test.publish('B');
    test.pass(REFRESH_MS - 1);
    expect(await test.current()).toEqual(['A']);
    expect(test.read).toHaveBeenCalledTimes(1);

    test.pass(1);
    const release = test.hold();
    expect([await test.current(), await test.current()]).toEqual([['A'], ['A']]);
    expect(test.read).toHaveBeenCalledTimes(2);
    release();
    await settle();
    expect(await test.current()).toEqual(['A', 'B']);
  });

  it('are awaited by a caller after a pause, so that no response uses stale terminals', async () => {
    const test = await publishedUnderTest();
    test.pass(2 * REFRESH_MS);
    expect(await test.current()).toEqual(['A']);
    await test.publish('B');
    test.pass(2 * REFRESH_MS);
    expect(await test.current()).toEqual(['A', 'B']);
    // An equal snapshot is not built again.
    expect(test.build).toHaveBeenCalledTimes(2);
  });

  it('are read again if the process was frozen during a read', async () => {
    const test = await publishedUnderTest();
    test.pass(REFRESH_MS);
    const release = test.hold();
    await test.current();
    await settle();
    // The frozen read already has its response. Then the operator publishes, and a later call resumes the process.
    await test.publish('B');
    test.pass(600_000);
    release();
    expect(await test.current()).toEqual(['A', 'B']);
  });

  it.each([
    ['of another format', { version: 9 }],
    ['damaged', { version: 9, count: 1, sha256: 'x', content: new Uint8Array([1, 2, 3]) }],
    ['a list without terminals', { version: 9, ...packTerminals([]), count: 1 }],
  ])('stay the last good ones when the snapshot is %s', async (_, stored) => {
    const test = await publishedUnderTest();
    test.setSnapshot(stored);
    test.pass(2 * REFRESH_MS);
    expect(await test.current()).toEqual(['A']);
    expect(jest.mocked(logOutput.error).mock.calls.flat().join()).toContain('TERMINAL_SNAPSHOT_BROKEN');
    await test.publish('C');
    test.pass(2 * REFRESH_MS);
    expect(await test.current()).toEqual(['A', 'C']);
  });

  it('are those of the bundle before the first publication', async () => {
    const test = processUnderTest();
    expect(await test.current()).toEqual(['the catalogue']);
    await test.publish('A');
    test.pass(2 * REFRESH_MS);
    expect(await test.current()).toEqual(['A']);
  });

  it('come from memory while the table fails, with pauses between reads', async () => {
    const test = await publishedUnderTest();
    test.state.fails = true;
    test.pass(2 * REFRESH_MS);
    for (let call = 0; call < 10; call++) expect(await test.current()).toEqual(['A']);
    expect(test.read).toHaveBeenCalledTimes(2);

    test.state.fails = false;
    await test.publish('B');
    test.pass(5_000);
    expect(await test.current()).toEqual(['A', 'B']);
  });

  it('are the bundled ones in a new process while the table fails or does not respond', async () => {
    const failing = processUnderTest();
    failing.state.fails = true;
    expect(await failing.current()).toEqual(['the catalogue']);

    jest.useFakeTimers();
    try {
      const hanging = processUnderTest();
      const release = hanging.hold();
      const answer = hanging.current();
      await jest.advanceTimersByTimeAsync(2_500);
      expect(await answer).toEqual(['the catalogue']);
      release();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('indexing changes of the terminals table', () => {
  /** Converts a value to the attribute format of streams. */
  function attribute(value: unknown): AttributeValue {
    if (typeof value === 'string') return { S: value };
    if (typeof value === 'number') return { N: String(value) };
    if (typeof value === 'boolean') return { BOOL: value };
    if (Array.isArray(value)) return { L: value.map(attribute) };
    return { M: attributes(Object(value)) };
  }
  const attributes = (object: object): Record<string, AttributeValue> =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, attribute(value)]));

  type Change = readonly [kind: 'INSERT' | 'MODIFY' | 'REMOVE', record: TerminalRecord, own?: object];
  /** A batch of changes, numbered from 1. */
  const batchOf = (...changes: readonly Change[]) => ({
    Records: changes.map(([eventName, record, own = record], position): DynamoDBRecord => {
      const Keys = attributes(terminalKey(record.id));
      const image = attributes({ ...terminalKey(record.id), ...own });
      const images = eventName === 'REMOVE' ? { OldImage: image } : { NewImage: image };
      return { eventName, dynamodb: { Keys, SequenceNumber: String(position + 1), ...images } };
    }),
  });
  const failedAt = (...numbers: readonly string[]) => ({
    batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
  });

  const maher = terminalRecord('Maher Terminals', {
    formerNames: [{ name: 'Maher Elizabeth', until: '2026-01-01T00:00:00.000Z' }],
  });
  const apm = terminalRecord('APM Terminals');

  const indexed = () => {
    const written: (readonly [string, number, string])[] = [];
    const write = async (rows: readonly ChangedRow[]) => {
      for (const { id, revision, status } of rows) written.push([id, revision, status]);
      return new Map<string, string>();
    };
    return { write, written };
  };

  it('writes the newest revision of each row once; a deleted row has one revision more', async () => {
    const { write, written } = indexed();
    const second = { ...maher, revision: 2 };
    await createIndexTerminals({ write })(
      batchOf(['INSERT', maher], ['MODIFY', second], ['INSERT', apm], ['REMOVE', apm]),
    );
    expect(new Set(written)).toEqual(
      new Set([
        [maher.id, 2, 'open'],
        [apm.id, 2, 'deleted'],
      ]),
    );
  });

  it('reports the first record that failed or is invalid, after writing all others', async () => {
    const rejected = terminalRecord('Too long');
    const failing = async () => new Map([[rejected.id, 'illegal_argument_exception']]);
    const batch = batchOf(['INSERT', apm], ['INSERT', rejected], ['INSERT', maher]);
    expect(await createIndexTerminals({ write: failing })(batch)).toEqual(failedAt('2'));

    const { write, written } = indexed();
    const invalid = batchOf(['MODIFY', apm, { id: apm.id, name: '' }], ['MODIFY', { ...maher, revision: 2 }]);
    expect(await createIndexTerminals({ write })(invalid)).toEqual(failedAt('1'));
    expect(written).toEqual([[maher.id, 2, 'open']]);
  });

  it('reports the first record while the index is unreachable', async () => {
    const write = async () => Promise.reject(new Error('ECONNREFUSED'));
    const batch = batchOf(['INSERT', apm], ['INSERT', maher]);
    expect(await createIndexTerminals({ write })(batch)).toEqual(failedAt('1'));
  });
});

describe('a custom resource', () => {
  const answers: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { Status, PhysicalResourceId } = JSON.parse(await text(request));
    answers.push([request.method, Status, PhysicalResourceId]);
    response.writeHead(request.url === '/rejected' ? 403 : 200).end();
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    answers.length = 0;
  });

  const event = (RequestType: string, path = '/answer') => ({
    RequestType,
    ResponseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Load',
  });
  const indexBuilder = (rebuild: () => Promise<number>, answerAfterMs = 5_000) =>
    createReindexTerminals({ rebuild, readStatus: async () => ({ index: 'one' }), answerAfterMs });
  const failing = async () => Promise.reject(new Error('AccessDenied'));

  it.each([
    ['Create', 1],
    ['Update', 1],
    ['Delete', 0],
  ])('loads the catalogue and builds the index at %s or not: %d', async (type, times) => {
    const load = jest.fn(async () => ({ added: 3 }));
    const rebuild = jest.fn(async () => 300);
    await createLoadOnDeploy(load)(event(type), lambdaContext());
    await indexBuilder(rebuild)(event(type));
    expect([load.mock.calls.length, rebuild.mock.calls.length]).toEqual([times, times]);
    expect(answers).toEqual([
      ['PUT', 'SUCCESS', 'terminal-catalogue'],
      ['PUT', 'SUCCESS', 'terminal-index'],
    ]);
  });

  it.each([
    ['the load fails', () => createLoadOnDeploy(failing)(event('Create'), lambdaContext()), 'AccessDenied'],
    [
      'the load takes longer than Lambda allows',
      () => createLoadOnDeploy(() => new Promise(() => {}))(event('Create'), lambdaContext(5_050)),
      'not done',
    ],
    ['the build fails', () => indexBuilder(failing)(event('Create')), 'AccessDenied'],
  ])(
    'succeeds for CloudFormation and fails afterwards, so that Lambda retries, if %s',
    async (_, call, error) => {
      await expect(call()).rejects.toThrow(error);
      expect(answers).toMatchObject([['PUT', 'SUCCESS', expect.any(String)]]);
    },
  );

  it('answers while a long build goes on', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const handled = indexBuilder(() => promise, 20)(event('Create'));
    for (let turn = 0; answers.length === 0 && turn < 200; turn += 1)
      await new Promise((go) => setTimeout(go, 10));
    expect(answers).toHaveLength(1);
    resolve(3);
    expect(await handled).toBeUndefined();
  });

  it('rebuilds or reports for an operator', async () => {
    const handler = indexBuilder(async () => 300);
    expect(await handler({ request: 'rebuild' })).toEqual({ rows: 300 });
    expect(await handler({ request: 'status' })).toEqual({ index: 'one' });
    await expect(indexBuilder(failing)({ request: 'rebuild' })).rejects.toThrow('AccessDenied');
    expect(answers).toEqual([]);
  });

  it('fails when its response cannot be sent, or the event is invalid', async () => {
    const load = createLoadOnDeploy(async () => ({}));
    await expect(load(event('Create', '/rejected'), lambdaContext())).rejects.toThrow('403');
    await expect(load({ RequestType: 'Create' }, lambdaContext())).rejects.toThrow();
  });
});
