import { type RebuildPorts, rebuildTerminalIndex } from './rebuild-terminal-index.ts';
import type { ReindexProgress, ReindexRuns } from './reindex-runs.ts';

export interface RunReindexPorts extends RebuildPorts {
  readonly runs: Pick<ReindexRuns, 'report'>;
  readonly now: () => Date;
  /** Called if a report could not be written; the rebuild continues. */
  readonly onReportFailed: (error: unknown) => void;
}

/**
 * Rebuilds the search index and reports progress.
 * @returns the last report; a failed rebuild is a report with state `failed`.
 * @throws if the last report cannot be written.
 */
export async function runReindex(ports: RunReindexPorts, runId: string): Promise<ReindexProgress> {
  const { runs, now, onReportFailed } = ports;
  const report = (progress: Omit<ReindexProgress, 'at'>): ReindexProgress => ({
    ...progress,
    at: now().toISOString(),
  });
  let [written, rows] = [0, 0];
  // Reports are written one at a time, so that an older one does not overwrite a newer one.
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
