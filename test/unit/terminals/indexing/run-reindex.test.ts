import { describe, expect, it } from 'vitest';
import { ensureTerminalIndex } from '../../../../shared/terminals/indexing/ensure-terminal-index.ts';
import type { ReindexProgress } from '../../../../shared/terminals/indexing/reindex-runs.ts';
import { runReindex } from '../../../../shared/terminals/indexing/run-reindex.ts';
import { terminalRecord } from '../../../contract/terminals/terminals-under-test.ts';
import { createInMemoryTerminalIndex } from '../../../support/in-memory-terminal-index.ts';

const AT = '2026-03-01T12:00:00.000Z';
const records = Array.from({ length: 2_500 }, (_, number) => terminalRecord(`Terminal ${number}`));

/** Ports of a rebuild. `reports` has the written reports, `lost` the errors of failed ones. */
function underTest(rows = records) {
  const index = createInMemoryTerminalIndex();
  const reports: (readonly [string, ReindexProgress])[] = [];
  const lost: unknown[] = [];
  const ports = {
    store: { all: async () => rows },
    writer: index.writer,
    runs: {
      report: async (runId: string, progress: ReindexProgress) => {
        reports.push([runId, progress]);
      },
    },
    now: () => new Date(AT),
    onReportFailed: (error: unknown) => void lost.push(error),
  };
  return { index, reports, lost, ports };
}

describe('a run of the rebuild', () => {
  it('is reported during the run and at its end', async () => {
    const { reports, ports } = underTest();

    const done = await runReindex(ports, 'run-1');

    expect(done).toEqual({
      state: 'served',
      written: 2_500,
      rows: 2_500,
      generation: 'generation-1',
      removed: [],
      at: AT,
    });
    expect(reports.map(([runId, { state, written, rows }]) => [runId, state, written, rows])).toEqual([
      ['run-1', 'running', 0, 0],
      ['run-1', 'running', 1_000, 2_500],
      ['run-1', 'running', 2_000, 2_500],
      ['run-1', 'running', 2_500, 2_500],
      ['run-1', 'served', 2_500, 2_500],
    ]);
  });

  it('reports why it failed or is incomplete', async () => {
    const failing = underTest();
    failing.ports.writer = {
      ...failing.index.writer,
      write: async () => Promise.reject(new Error('status 403')),
    };
    const empty = underTest([]);

    expect(await runReindex(failing.ports, 'run-1')).toMatchObject({
      state: 'failed',
      written: 0,
      reason: 'Error: status 403',
    });
    expect(await runReindex(empty.ports, 'run-2')).toMatchObject({
      state: 'incomplete',
      reason: 'the table has no rows',
    });
    for (const { reports } of [failing, empty]) expect(reports.at(-1)?.[1].state).not.toBe('running');
  });

  it('continues when a progress report fails, and fails when the last report fails', async () => {
    const { reports, lost, ports } = underTest();
    const { report } = ports.runs;
    ports.runs.report = async (runId, progress) => {
      if (progress.state === 'running') throw new Error('throttled');
      await report(runId, progress);
    };
    expect(await runReindex(ports, 'run-1')).toMatchObject({ state: 'served' });
    expect(lost).toHaveLength(4);
    expect(reports).toHaveLength(1);

    ports.runs.report = async () => Promise.reject(new Error('throttled'));
    await expect(runReindex(ports, 'run-2')).rejects.toThrow('throttled');
  });
});

describe('the index that a deployment needs', () => {
  it('is built if none is in service or the index version differs, and does not change otherwise', async () => {
    const { index, ports } = underTest();

    expect(await ensureTerminalIndex(ports)).toMatchObject({ outcome: 'served', generation: 'generation-1' });
    expect(await ensureTerminalIndex(ports)).toEqual({ outcome: 'current' });
    index.isCurrent = false;
    expect(await ensureTerminalIndex(ports)).toMatchObject({ outcome: 'served', generation: 'generation-2' });
    expect(await index.writer.list()).toEqual([{ name: 'generation-2', inService: true }]);
  });
});
