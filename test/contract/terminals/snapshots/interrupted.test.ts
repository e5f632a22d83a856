import { describe, expect, it } from '@jest/globals';
import { openPlaceIndex } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { readTerminalRow } from '../../../../shared/terminals/catalogue/read-terminal-row.ts';
import {
  importTerminals,
  type NumberedRow,
} from '../../../../shared/terminals/management/import-terminals.ts';
import { renameTerminal } from '../../../../shared/terminals/management/manage-terminals.ts';
import {
  publishSnapshot,
  type TerminalWritePorts,
} from '../../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { terminalsUnderTest } from '../../../support/in-memory-terminals.ts';
import { Crash } from '../../../support/provisioning-under-test.ts';
import { publishedNames, terminalRecord } from '../terminals-under-test.ts';

/** Ports of a process that crashes at the `nth` call (from 1), immediately before or after the effect of the call. */
function portsThatCrash(
  ports: TerminalWritePorts,
  nth: number,
  when: 'before' | 'after',
): TerminalWritePorts {
  let calls = 0;
  const surround = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, receiver) => {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          calls += 1;
          if (calls > nth || (calls === nth && when === 'before')) throw new Crash();
          const answer: unknown = await Reflect.apply(member, target, args);
          if (calls >= nth) throw new Crash();
          return answer;
        };
      },
    });
  return { ...ports, store: surround(ports.store), snapshots: surround(ports.snapshots) };
}

const ROWS = ['Alpha', 'Charlie', 'Delta'].map((name, index): NumberedRow => {
  const cells = { name, type: 'rail', city: 'Elwood', state: 'IL', zip: '60421' };
  const read = readTerminalRow({ ...cells, latitude: '41.41', longitude: '-88.11' }, openPlaceIndex());
  return { number: index + 2, ...read };
});

const TASKS: readonly (readonly [string, readonly string[], (on: TerminalWritePorts) => Promise<unknown>])[] =
  [
    ['an import', ['Alpha', 'Bravo', 'Charlie', 'Delta'], (on) => importTerminals(on, ROWS, () => undefined)],
    ['a rename', ['Aleph', 'Bravo'], (on) => renameTerminal(on, 'Alpha', 'Aleph')],
  ];

describe.each(TASKS)('%s that is interrupted', (_name, wanted, task) => {
  it.each(['before', 'after'] as const)(
    'leaves the last or the new snapshot current, and succeeds when run again (crash %s a call)',
    async (when) => {
      let finished = false;
      for (let nth = 1; !finished; nth++) {
        const { ports } = terminalsUnderTest();
        for (const name of ['Alpha', 'Bravo']) await ports.store.add(terminalRecord(name));
        await publishSnapshot(ports);

        finished = await task(portsThatCrash(ports, nth, when)).then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(Crash);
            return false;
          },
        );
        expect([['Alpha', 'Bravo'], wanted]).toContainEqual(await publishedNames(ports));

        await task(ports);
        expect(await publishedNames(ports)).toEqual(wanted);
        expect(nth).toBeLessThan(50);
      }
    },
  );
});

describe('concurrent operators', () => {
  it('lose no changes of each other', async () => {
    const { ports } = terminalsUnderTest();
    const names = Array.from({ length: 20 }, (_, index) => `Terminal ${index}`);
    for (const name of names) await ports.store.add(terminalRecord(name));

    await Promise.all([
      importTerminals(ports, ROWS, () => undefined),
      ...names.map((name) => renameTerminal(ports, name, `${name} renamed`)),
    ]);

    expect(await publishedNames(ports)).toEqual(
      [...names.map((name) => `${name} renamed`), 'Alpha', 'Charlie', 'Delta'].sort(),
    );
  });
});
