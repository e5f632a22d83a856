import { describe, expect, it } from '@jest/globals';
import { loadCatalogue } from '../../../shared/terminals/load-catalogue.ts';
import { renameTerminal, setTerminalStatus } from '../../../shared/terminals/manage-terminals.ts';
import { factsOf } from '../../../shared/terminals/terminal-record.ts';
import { terminalRecord } from '../../contract/terminals/terminals-under-test.ts';
import { terminalsUnderTest } from '../../support/in-memory-terminals.ts';

const [A, B, C] = ['Alpha', 'Bravo', 'Charlie'].map((name) => factsOf(terminalRecord(name))) as [
  ReturnType<typeof factsOf>,
  ReturnType<typeof factsOf>,
  ReturnType<typeof factsOf>,
];

describe('loading the catalogue', () => {
  it('brings what is not there, once', async () => {
    const { management, store } = terminalsUnderTest();

    const first = await loadCatalogue(management, [A, B]);
    const again = await loadCatalogue(management, [A, B]);
    const more = await loadCatalogue(management, [A, B, C]);

    expect([first, again, more]).toEqual([
      { added: 2, publication: { published: true, version: 1, count: 2 } },
      { added: 0, publication: { published: false, version: 1, count: 2 } },
      { added: 1, publication: { published: true, version: 2, count: 3 } },
    ]);
    for (const { origin, status, revision } of await store.all())
      expect({ origin, status, revision }).toEqual({ origin: 'catalogue', status: 'open', revision: 1 });
  });

  it('leaves alone what an operator changed, renamed or closed', async () => {
    const { management, store } = terminalsUnderTest();
    await loadCatalogue(management, [A, B, C]);
    await renameTerminal(management, 'Alpha', 'Aleph');
    await setTerminalStatus(management, 'Bravo', 'closed');
    const before = await store.all();

    await loadCatalogue(management, [A, { ...B, address: 'Elsewhere 1' }, { ...C, group: 'Other' }]);

    expect(await store.all()).toEqual(before);
  });

  it('brings every row once when two deployments do it at once', async () => {
    const { management, store } = terminalsUnderTest();

    const results = await Promise.all([1, 2].map(() => loadCatalogue(management, [A, B, C])));

    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(3);
    expect((await store.all()).map(({ name }) => name).sort()).toEqual(['Alpha', 'Bravo', 'Charlie']);
  });
});
