import { type RebuildPorts, rebuildTerminalIndex } from './rebuild-terminal-index.ts';
import type { ReindexProgress, ReindexRuns } from './reindex-runs.ts';

export interface RunReindexPorts extends RebuildPorts {
  readonly runs: Pick<ReindexRuns, 'report'>;
  readonly now: () => Date;
  /** Told that a report could not be written; the rebuild goes on without it. */
  readonly onReportFailed: (error: unknown) => void;
}

/**
 * Rebuilds the search index and reports on the way, for who waits for the run; the last report is the answer.
 * A failure is a report too, and is thrown by nothing but the last report itself.
 */
export async function runReindex(ports: RunReindexPorts, runId: string): Promise<ReindexProgress> {
  const { runs, now, onReportFailed } = ports;
  const report = (progress: Omit<ReindexProgress, 'at'>): ReindexProgress => ({
    ...progress,
    at: now().toISOString(),
  });
  let [written, rows] = [0, 0];
  // One after the other, so that none overtakes a newer one.
  let reported = Promise.resolve();
  const reportRunning = () => {
    const progress = report({ state: 'running', written, rows });
    reported = reported.then(() => runs.report(runId, progress)).catch(onReportFailed);
  };
  reportRunning();
  const done = await rebuildTerminalIndex(ports, (progress) => {
    ({ written, rows } = progress);
    reportRunning();
  }).then(
    (result) => {
      const { outcome: state, generation } = result;
      return result.outcome === 'incomplete'
        ? report({ state, written, rows, generation, reason: result.reason })
        : report({ state, written, rows: result.rows, generation, removed: result.removed });
    },
    (error: unknown) => report({ state: 'failed', written, rows, reason: String(error) }),
  );
  await reported;
  await runs.report(runId, done);
  return done;
}
