import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forEachConcurrent } from '../../../../shared/platform/concurrency/for-each-concurrent.ts';
import { factsOf, type TerminalRecord } from '../../../../shared/terminals/catalogue/terminal-record.ts';
import { loadCatalogue } from '../../../../shared/terminals/management/load-catalogue.ts';
import {
  publishSnapshot,
  removeOldSnapshots,
} from '../../../../shared/terminals/snapshots/publish-snapshot.ts';
import { readPointer, readSnapshot } from '../../../../shared/terminals/snapshots/read-snapshot.ts';
import type { SnapshotReference } from '../../../../shared/terminals/snapshots/snapshot-store.ts';
import { dynamoDb, ENGINES, type Ports, terminalRecord } from '../terminals-under-test.ts';

const publishedNames = async (ports: Ports): Promise<string[]> => {
  const pointer = await readPointer(ports.snapshots);
  if (pointer === undefined) return [];
  return (await readSnapshot(ports.snapshots, pointer)).map(({ name }) => name).sort();
};

const reference = (version: number, attempt: string): SnapshotReference => ({
  version,
  attempt,
  count: 1,
  sha256: '',
  chunks: 1,
  publishedAt: '2026-03-01T12:00:00.000Z',
});

describe.each(ENGINES)('terminals in %s', (_engine, start) => {
  let ports: Ports;
  beforeAll(async () => {
    ports = await start();
  });
  afterAll(() => ports.stop());

  it('are found by any form of their name, with all fields', async () => {
    const record = terminalRecord('Río Haven', { aliases: ['RH'], status: 'closed', origin: 'catalogue' });
    await expect(ports.store.add(record)).resolves.toBe('added');

    await expect(ports.store.find('RIO haven')).resolves.toEqual(record);
    await expect(ports.store.find('Rio')).resolves.toBeUndefined();
    await expect(ports.store.all()).resolves.toEqual([record]);
  });

  it('are added once by concurrent callers', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => ports.store.add(terminalRecord('Twice'))));

    expect(outcomes.sort()).toEqual(['added', 'name-taken', 'name-taken']);
    await expect(ports.store.add(terminalRecord('TWICE'))).resolves.toBe('name-taken');
  });

  it('are added in groups, except for existing ones', async () => {
    const group = ['One', 'Two', 'Three'].map((name) => terminalRecord(`Group ${name}`));
    await ports.store.add(terminalRecord('Group Two', { group: 'first' }));

    const taken = await ports.store.addGroup(group);

    expect(taken.map(({ name }) => name)).toEqual(['Group Two']);
    await expect(ports.store.find('Group Three')).resolves.toEqual(group[2]);
    await expect(ports.store.find('Group Two')).resolves.toMatchObject({ group: 'first' });
    const more = ['Four', 'Five'].map((name) => terminalRecord(`Group ${name}`));
    await expect(ports.store.addGroup(more)).resolves.toEqual([]);
    await expect(ports.store.addGroup([])).resolves.toEqual([]);
    await expect(ports.store.find('Group Five')).resolves.toEqual(more[1]);
  });

  it('keep their former names, which no other terminal can get after a rename', async () => {
    const record = terminalRecord('Old Pier');
    await ports.store.add(record);
    const formerNames = [{ name: 'Old Pier', until: '2026-03-01T12:00:00.000Z' }];
    const renamed = { ...record, name: 'New Pier', formerNames, revision: 2 };
    await expect(ports.store.replace(renamed)).resolves.toBe('replaced');

    await expect(ports.store.find('old pier')).resolves.toEqual(renamed);
    await expect(ports.store.find('New Pier')).resolves.toEqual(renamed);
    const other = terminalRecord('Other Pier');
    await ports.store.add(other);
    for (const name of ['Old Pier', 'new pier']) {
      await expect(ports.store.replace({ ...other, name, revision: 2 })).resolves.toBe('name-taken');
    }
    await expect(ports.store.find('Other Pier')).resolves.toEqual(other);
  });

  it('are changed only from the revision that was read: of concurrent changes, one succeeds', async () => {
    const record = terminalRecord('Contested');
    await ports.store.add(record);

    const outcomes = await Promise.all(
      ['A', 'B', 'C'].map((group) => ports.store.replace({ ...record, group, revision: 2 })),
    );

    expect(outcomes.sort()).toEqual(['replaced', 'revision-conflict', 'revision-conflict']);
    await expect(ports.store.replace(terminalRecord('Unknown', { revision: 2 }))).resolves.toBe(
      'revision-conflict',
    );
  });

  it('move the pointer only from its current version', async () => {
    const own = await start();
    try {
      const pointer = (version: number) => ({ format: 1 as const, ...reference(version, 'a') });
      await expect(own.snapshots.movePointer(pointer(1), 0)).resolves.toBe('moved');
      await expect(own.snapshots.movePointer(pointer(1), 0)).resolves.toBe('outdated');
      const outcomes = await Promise.all([1, 2].map(() => own.snapshots.movePointer(pointer(2), 1)));
      expect(outcomes.sort()).toEqual(['moved', 'outdated']);
    } finally {
      await own.stop();
    }
  });

  it('are all published by concurrent operators', async () => {
    const own = await start();
    try {
      await expect(publishSnapshot(own)).resolves.toEqual({ published: false, version: 0, count: 0 });
      const names = Array.from({ length: 12 }, (_, index) => `Terminal ${String.fromCharCode(65 + index)}`);
      await Promise.all(
        names.map(async (name) => {
          await own.store.add(terminalRecord(name));
          await publishSnapshot(own);
        }),
      );

      await expect(publishedNames(own)).resolves.toEqual(names);
      const again = await publishSnapshot(own);
      expect(again).toMatchObject({ published: false, count: 12 });
    } finally {
      await own.stop();
    }
  });

  it('keep two snapshots, and no chunks of an interrupted attempt', async () => {
    const own = await start();
    try {
      await own.snapshots.storeContent(reference(1, 'interrupted'), new Uint8Array([1, 2, 3]));
      for (const name of ['A', 'B', 'C', 'D']) {
        await own.store.add(terminalRecord(name));
        await publishSnapshot(own);
        await removeOldSnapshots(own);
      }

      await expect(own.countChunks()).resolves.toBe(2);
      await expect(publishedNames(own)).resolves.toEqual(['A', 'B', 'C', 'D']);
    } finally {
      await own.stop();
    }
  });

  it('get the facts of a later catalogue, also when they were stored without these fields', async () => {
    const own = await start();
    try {
      const { services, principal, port, hours, ...before } = terminalRecord('A', { origin: 'catalogue' });
      await own.store.add(before as TerminalRecord);
      await own.store.add(terminalRecord('B', { origin: 'catalogue' }));
      await publishSnapshot(own);
      const catalogue = ['A', 'B'].map((name) =>
        factsOf(terminalRecord(name, { services: ['container'], principal: true, port: 'USNYC' })),
      );

      await expect(loadCatalogue(own, catalogue)).resolves.toMatchObject({ added: 0, updated: 2 });
      await expect(loadCatalogue(own, catalogue)).resolves.toMatchObject({ added: 0, updated: 0 });

      await expect(own.store.find('A')).resolves.toMatchObject({
        principal: true,
        port: 'USNYC',
        revision: 2,
      });
      const pointer = await readPointer(own.snapshots);
      const published = pointer === undefined ? [] : await readSnapshot(own.snapshots, pointer);
      expect(published.map((terminal) => terminal.port)).toEqual(['USNYC', 'USNYC']);
    } finally {
      await own.stop();
    }
  });

  it('replace a damaged current snapshot', async () => {
    const own = await start();
    try {
      await own.store.add(terminalRecord('A'));
      await publishSnapshot(own);
      const pointer = await readPointer(own.snapshots);
      if (pointer === undefined) throw new Error('no pointer');
      await own.snapshots.storeContent(pointer, new Uint8Array([1, 2, 3]));

      await expect(publishSnapshot(own)).resolves.toMatchObject({ published: true, version: 2 });
      await expect(publishedNames(own)).resolves.toEqual(['A']);
    } finally {
      await own.stop();
    }
  });
});

describe('terminals in DynamoDB', () => {
  /** Number of next writes that are applied while their responses are lost, so that the SDK repeats them. */
  let answersToLose = 0;
  let ports: Ports;
  beforeAll(async () => {
    ports = await dynamoDb((client) =>
      client.middlewareStack.add(
        (next, context) => async (args) => {
          const result = await next(args);
          if (/^TransactWrite/.test(String(context.commandName)) && answersToLose > 0) {
            answersToLose -= 1;
            throw Object.assign(new Error('The answer was lost'), { name: 'TimeoutError' });
          }
          return result;
        },
        { step: 'finalizeRequest', priority: 'low', name: 'lose-answers' },
      ),
    );
  });
  afterAll(() => ports.stop());

  it('treat a write with a lost response as done', async () => {
    const record = terminalRecord('Lost');
    answersToLose = 1;
    await expect(ports.store.add(record)).resolves.toBe('added');
    answersToLose = 1;
    await expect(ports.store.replace({ ...record, revision: 2 })).resolves.toBe('replaced');
    answersToLose = 1;
    await expect(publishSnapshot(ports)).resolves.toMatchObject({ published: true, version: 1 });
    expect(answersToLose).toBe(0);
  });

  it('store a snapshot in more than one item', async () => {
    const noise = () => Array.from({ length: 60 }, () => Math.random().toString(36)).join(' ');
    const names = Array.from({ length: 900 }, (_, index) => `Big ${index}`);
    await forEachConcurrent(names, 16, async (name) => {
      await ports.store.add(terminalRecord(name, { source: noise() }));
    });
    await publishSnapshot(ports);

    expect(await ports.countChunks()).toBeGreaterThan(2);
    await expect(publishedNames(ports)).resolves.toEqual([...names, 'Lost'].sort());
  });
});
