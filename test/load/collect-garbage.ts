import { Session } from 'node:inspector/promises';

/**
 * Collects the garbage of this process: of the main thread, and through the inspector of each worker, whose code does not
 * take part.
 * @returns the names of the workers.
 */
export async function collectGarbage(): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    const workers: string[] = [];
    const names: string[] = [];
    session.on('NodeWorker.attachedToWorker', ({ params }) => {
      workers.push(params.sessionId);
      names.push(params.workerInfo.title);
    });
    // All workers are attached when this returns.
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const collected = workersDone(session, workers);
    const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
    for (const sessionId of workers)
      await session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    await session.post('HeapProfiler.collectGarbage');
    await collected;
    return names;
  } finally {
    session.disconnect();
  }
}

/** Resolves when each of the workers has answered or ended. */
function workersDone(session: Session, workers: readonly string[]): Promise<void> {
  const pending = new Set(workers);
  return new Promise((resolve) => {
    const finish = (worker: string) => {
      pending.delete(worker);
      if (pending.size === 0) resolve();
    };
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => finish(params.sessionId));
    session.on('NodeWorker.detachedFromWorker', ({ params }) => finish(params.sessionId));
    if (pending.size === 0) resolve();
  });
}
