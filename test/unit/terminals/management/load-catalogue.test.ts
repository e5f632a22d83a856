import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../../shared/terminals/catalogue/terminal-record.ts';
import { loadCatalogue } from '../../../../shared/terminals/management/load-catalogue.ts';
import {
  renameTerminal,
  setTerminalStatus,
} from '../../../../shared/terminals/management/manage-terminals.ts';
import { terminalRecord } from '../../../contract/terminals/terminals-under-test.ts';
import { terminalsUnderTest } from '../../../support/in-memory-terminals.ts';

const [A, B, C] = ['Alpha', 'Bravo', 'Charlie'].map((name) => factsOf(terminalRecord(name))) as [
  ReturnType<typeof factsOf>,
  ReturnType<typeof factsOf>,
  ReturnType<typeof factsOf>,
];

describe('loading the catalogue', () => {
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

  it('updates changed facts of rows that no operator changed, each time', async () => {
    const { ports, store } = terminalsUnderTest();
    await loadCatalogue(ports, [A, B]);

    const second = await loadCatalogue(ports, [{ ...A, port: 'USNYC', principal: true }, B]);
    const third = await loadCatalogue(ports, [{ ...A, port: 'USNYC', address: 'Elsewhere 1' }, B]);
    const again = await loadCatalogue(ports, [{ ...A, port: 'USNYC', address: 'Elsewhere 1' }, B]);

    expect([second, third, again].map(({ updated }) => updated)).toEqual([1, 1, 0]);
    expect(second.publication).toMatchObject({ published: true, version: 2 });
    expect(await store.find('Alpha')).toMatchObject({ port: 'USNYC', address: 'Elsewhere 1', revision: 3 });
    expect(await store.find('Bravo')).toMatchObject({ revision: 1 });
  });

  it('removes an optional fact that the catalogue no longer has, once', async () => {
    const { ports, store } = terminalsUnderTest();
    await loadCatalogue(ports, [{ ...A, portCity: 'Memphis', portState: 'TN' }, B]);

    const second = await loadCatalogue(ports, [{ ...A, portCity: 'Memphis' }, B]);
    const again = await loadCatalogue(ports, [{ ...A, portCity: 'Memphis' }, B]);

    expect([second, again].map(({ updated }) => updated)).toEqual([1, 0]);
    expect(await store.find('Alpha')).not.toHaveProperty('portState');
    expect(await store.find('Alpha')).toMatchObject({
      portCity: 'Memphis',
      origin: 'catalogue',
      revision: 2,
    });
  });

  it('keeps an optional fact that an operator added', async () => {
    const { ports, store } = terminalsUnderTest();
    await loadCatalogue(ports, [A]);
    const record = await store.find('Alpha');
    if (record === undefined) throw new Error('no record');
    await store.replace({ ...record, portState: 'TN', revision: record.revision + 1 });

    expect(await loadCatalogue(ports, [{ ...A, address: 'Elsewhere 1' }])).toMatchObject({ updated: 0 });
    expect(await store.find('Alpha')).toMatchObject({ portState: 'TN' });
  });

  it('does not change rows that an operator changed, renamed or closed, also after an update', async () => {
    const { ports, store } = terminalsUnderTest();
    const [D, E] = [A, B].map((facts, number) => ({ ...facts, name: `Delta ${number}` }));
    if (D === undefined || E === undefined) throw new Error('no terminals');
    await loadCatalogue(ports, [A, B, C, D, E]);
    await loadCatalogue(ports, [A, { ...B, zip: '07202' }, C, { ...D, zip: '07202' }, E]);
    await renameTerminal(ports, 'Alpha', 'Aleph');
    await setTerminalStatus(ports, 'Bravo', 'closed');
    for (const name of ['Charlie', 'Delta 0']) {
      const record = await store.find(name);
      if (record === undefined) throw new Error('no record');
      await store.replace({ ...record, group: 'Of the operator', revision: record.revision + 1 });
    }
    const before = await store.all();

    const all = [A, B, C, D].map((facts) => ({ ...facts, address: 'Elsewhere 1' }));
    const { added, updated } = await loadCatalogue(ports, [...all, E]);

    expect({ added, updated }).toEqual({ added: 0, updated: 0 });
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

  it('adds every row once when two deployments load concurrently', async () => {
    const { ports, store } = terminalsUnderTest();

    const results = await Promise.all([1, 2].map(() => loadCatalogue(ports, [A, B, C])));

    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(3);
    expect((await store.all()).map(({ name }) => name).sort()).toEqual(['Alpha', 'Bravo', 'Charlie']);
  });
});
