import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { factsOf, type TerminalRecord } from '../../../../shared/terminals/catalogue/terminal-record.ts';
import { loadCatalogue } from '../../../../shared/terminals/management/load-catalogue.ts';
import {
  packTerminals,
  publishSnapshot,
} from '../../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { dynamoDb, ENGINES, type Ports, publishedNames, terminalRecord } from '../terminals-under-test.ts';

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

  it('replace the snapshot only from its current version', async () => {
    const own = await start();
    try {
      const snapshot = (version: number) => ({ version, ...packTerminals([factsOf(terminalRecord('A'))]) });
      await expect(own.snapshots.replace(snapshot(1), 0)).resolves.toBe('replaced');
      await expect(own.snapshots.replace(snapshot(1), 0)).resolves.toBe('outdated');
      const outcomes = await Promise.all([1, 2].map(() => own.snapshots.replace(snapshot(2), 1)));
      expect(outcomes.sort()).toEqual(['outdated', 'replaced']);
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

  it('fail to publish more than an item holds', async () => {
    const noise = Array.from({ length: 70_000 }, () => Math.random().toString(36)).join(' ');
    const big = {
      ...ports,
      store: { ...ports.store, all: async () => [terminalRecord('Big', { source: noise })] },
    };
    await expect(publishSnapshot(big)).rejects.toThrow('bytes');
  });
});
