import type { ReindexProgress } from '../../../shared/terminals/indexing/reindex-runs.ts';
import { isBuilt } from '../../../shared/terminals/indexing/reindex-runs.ts';
import type { BegunRun, SearchIndex } from '../connection/search-index.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { followRebuild } from './follow-rebuild.ts';
import { reindexBar, reindexFailure, reindexLine, reindexOutcome } from './reindex-text.ts';

const LOOK_EVERY_MS = 500;

/** Has the search index built anew, and waits for it. */
export async function reindexTerminals(session: Session): Promise<void> {
  await session.workOnSearchIndex(async (index) => {
    let hasLeft = false;
    const leaving = session.stopped().then(() => {
      hasLeft = true;
    });
    const run = await index.begin();
    const ended = await showRebuild(session, index, run, {
      left: () => hasLeft,
      pause: (ms) => Promise.race([session.pause(ms), leaving]),
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
  waiting: { readonly left: () => boolean; readonly pause: (ms: number) => Promise<void> },
): Promise<ReindexProgress> {
  show(reindexBar(undefined));
  try {
    return await followRebuild(index, run, {
      ...waiting,
      lookEveryMs: LOOK_EVERY_MS,
      onProgress: (progress, before) => show(reindexBar(progress), reindexLine(progress, before)),
    });
  } finally {
    show('');
  }
}
