import { Session } from 'node:inspector/promises';

/**
 * Collects the garbage of the main thread, and through the inspector that of each worker. Workers need no code for it.
 * @returns titles of the workers: `[worker 12] NAME`.
 */
export async function collectGarbage(): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  const titles: string[] = [];
  /** Calls to workers that have not ended, by the id of the worker's session. */
  const calls = new Map<string, PromiseWithResolvers<void>>();
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    titles.push(workerInfo.title);
    calls.set(sessionId, Promise.withResolvers());
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => calls.get(params.sessionId)?.resolve());
  // A worker that ends is detached.
  session.on('NodeWorker.detachedFromWorker', ({ params }) => calls.get(params.sessionId)?.resolve());
  try {
    // Running workers are attached when this call returns; workers that start later are ignored.
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const running = [...calls];
    const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
    for (const [sessionId] of running)
      await session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    await session.post('HeapProfiler.collectGarbage');
    await Promise.all(running.map(([, { promise }]) => promise));
    return titles;
  } finally {
    // Node keeps the memory of a worker's session until it is detached.
    for (const sessionId of calls.keys()) await session.post('NodeWorker.detach', { sessionId });
    session.disconnect();
  }
}
