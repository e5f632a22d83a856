import type { ReindexProgress } from '../../../shared/terminals/indexing/reindex-runs.ts';
import { isBuilt } from '../../../shared/terminals/indexing/reindex-runs.ts';
import type { BegunRun, SearchIndex } from '../connection/search-index.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { followRebuild } from './follow-rebuild.ts';
import { reindexBar, reindexFailure, reindexLine, reindexOutcome } from './reindex-text.ts';

const POLL_INTERVAL_MS = 500;

/** Rebuilds the search index and waits until the rebuild ends. */
export async function reindexTerminals(session: Session): Promise<void> {
  await session.workOnSearchIndex(async (index) => {
    let isInterrupted = false;
    const interrupted = session.interrupted().then(() => {
      isInterrupted = true;
    });
    const run = await index.begin();
    const ended = await showRebuild(session, index, run, {
      isInterrupted: () => isInterrupted,
      pause: (ms) => Promise.race([session.pause(ms), interrupted]),
    });
    const built = isBuilt(ended);
    session.report({ runId: run.runId, ...ended }, built ? reindexOutcome(ended) : []);
    if (!built) throw new CommandFailedError(reindexFailure(ended, run.functionName));
  });
}

async function showRebuild(
  { progress: show }: Session,
  index: SearchIndex,
  run: BegunRun,
  waiting: { readonly isInterrupted: () => boolean; readonly pause: (ms: number) => Promise<void> },
): Promise<ReindexProgress> {
  show(reindexBar(undefined));
  try {
    return await followRebuild(index, run, {
      ...waiting,
      pollIntervalMs: POLL_INTERVAL_MS,
      onProgress: (progress, before) => show(reindexBar(progress), reindexLine(progress, before)),
    });
  } finally {
    show('');
  }
}
