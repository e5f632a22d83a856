import { describe, expect, it } from 'vitest';
import { CommandFailedError } from '../../../../bin/freight/failures/command-errors.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const running = (written: number, rows: number) => ({ state: 'running' as const, written, rows });
const GENERATION = 'terminals-000007';
const SERVED = {
  state: 'served' as const,
  written: 2_000,
  rows: 2_000,
  generation: GENERATION,
  removed: ['terminals-000005', 'terminals-000006'],
};

describe('freight terminals reindex', () => {
  it('says how far it is in lines, a tenth each, and what is in service in the end', async () => {
    const { freight, searchIndex } = commandLineUnderTest();
    searchIndex.tell(
      undefined,
      running(0, 0),
      running(0, 0),
      ...Array.from({ length: 101 }, (_, step) => running(step * 20, 2_000)),
      SERVED,
    );

    const { exitCode, printed, complaints } = await freight('terminals', 'reindex');

    expect(exitCode).toBe(0);
    expect(printed).toBe(
      `Search now uses ${GENERATION} with 2000 rows.\nDeleted: terminals-000005, terminals-000006.`,
    );
    const lines = complaints.split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'reading the table ...',
      '0 of 2000 rows ...',
      '200 of 2000 rows ...',
    ]);
    expect(lines).toHaveLength(12);
  });

  it('draws a bar on a terminal, and clears it', async () => {
    const { freight, searchIndex, drawn, useTerminal } = commandLineUnderTest();
    useTerminal();
    searchIndex.tell(undefined, running(0, 0), running(500, 2_000), running(1_999, 2_000), SERVED);

    const { complaints } = await freight('terminals', 'reindex');

    expect(complaints).toBe('');
    expect(drawn).toEqual([
      'waiting for the function to start',
      expect.stringMatching(/^\[\.{30}\] {3}0% {2}reading the table$/),
      expect.stringMatching(/^\[#{7}\.{23}\] {2}25% {2}500 of 2000 rows$/),
      expect.stringMatching(/^\[#{29}\.\] {2}99% {2}1999 of 2000 rows$/),
      '',
    ]);
  });

  it('prints the end alone with --json', async () => {
    const { json, searchIndex, drawn, useTerminal } = commandLineUnderTest();
    useTerminal();
    searchIndex.tell(running(500, 2_000), SERVED);

    expect(await json('terminals', 'reindex')).toEqual({
      runId: 'run-1',
      at: expect.any(String),
      ...SERVED,
    });
    expect(drawn).toEqual([]);
  });

  it('is content with an index that another rebuild made newer', async () => {
    const { freight, searchIndex } = commandLineUnderTest();
    searchIndex.tell({ ...SERVED, state: 'superseded' });

    expect(await freight('terminals', 'reindex')).toMatchObject({
      exitCode: 0,
      printed: expect.stringMatching(/^Another rebuild finished first/),
    });
  });

  it.each(['incomplete', 'failed'] as const)(
    'is rejected with the reason where it ends %s',
    async (state) => {
      const { freight, searchIndex } = commandLineUnderTest();
      searchIndex.tell({
        ...running(10, 20),
        state,
        generation: GENERATION,
        reason: '19 of 20 rows are there',
      });

      const { exitCode, printed, complaints } = await freight('terminals', 'reindex', '--json');

      expect(exitCode).toBe(1);
      expect(JSON.parse(printed)).toMatchObject({ state, reason: '19 of 20 rows are there' });
      expect(JSON.parse(complaints)).toEqual({
        error: {
          code: 'command_failed',
          message:
            'The index was not built: 19 of 20 rows are there. The previous index stays in service. See the log of freight-reindex.',
        },
      });
    },
  );

  it('says where to look when nothing is heard for a while, from the beginning or halfway', async () => {
    for (const reports of [[undefined], [running(0, 0), running(10, 20)]]) {
      const { freight, searchIndex } = commandLineUnderTest();
      searchIndex.tell(...reports);

      expect(await freight('terminals', 'reindex')).toMatchObject({
        exitCode: 1,
        complaints: expect.stringMatching(
          /Run run-1 has made no progress for 90 seconds\. See the log of freight-reindex\./,
        ),
      });
    }
  });

  it('waits on while something moves, however long it takes', async () => {
    const { freight, searchIndex } = commandLineUnderTest();
    const moves = Array.from({ length: 100 }, (_, step) => running(step + 1, 1_000));
    // Each stays for 50 seconds.
    searchIndex.tell(...moves.flatMap((move) => Array.from({ length: 100 }, () => move)), SERVED);

    expect((await freight('terminals', 'reindex')).exitCode).toBe(0);
    expect(searchIndex.looks()).toBe(10_001);
  });

  it('lets the rebuild continue after Ctrl-C', async () => {
    const { freight, searchIndex, stop } = commandLineUnderTest();
    searchIndex.tell(running(10, 20));
    stop();

    expect(await freight('terminals', 'reindex')).toMatchObject({
      exitCode: 1,
      printed: '',
      complaints: expect.stringMatching(/The rebuild continues without this command as run run-1\.$/),
    });
  });

  it('is one line where there is no index', async () => {
    const { freight, searchIndex } = commandLineUnderTest();
    searchIndex.reject(new CommandFailedError('There is none.'));

    expect(await freight('terminals', 'reindex')).toEqual({
      exitCode: 1,
      printed: '',
      complaints: 'There is none.',
    });
  });
});
