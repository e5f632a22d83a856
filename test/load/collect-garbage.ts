import { Session } from 'node:inspector/promises';

/** Heap of a thread after a collection. */
export interface ThreadHeap {
  /** `main`, or the title of a worker: `[worker 12] NAME`. */
  readonly title: string;
  readonly usedBytes: number;
}

interface WorkerSession {
  readonly title: string;
  /** Bytes of the heap; undefined for a worker that ended before it answered. */
  readonly used: PromiseWithResolvers<number | undefined>;
}

const COLLECT = { id: 1, method: 'HeapProfiler.collectGarbage' };
const READ_HEAP = { id: 2, method: 'Runtime.getHeapUsage' };

/**
 * Collects the garbage of the main thread, and through the inspector that of each worker. Workers need no code for it.
 * @returns the heap of each thread, first of the main one.
 */
export async function collectGarbage(): Promise<readonly ThreadHeap[]> {
  const session = new Session();
  session.connect();
  const sessions = new Map<string, WorkerSession>();
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) =>
    sessions.set(sessionId, { title: workerInfo.title, used: Promise.withResolvers() }),
  );
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: { usedSize?: number } };
    if (id === READ_HEAP.id) sessions.get(sessionId)?.used.resolve(result?.usedSize);
  });
  // A worker that ends is detached.
  session.on('NodeWorker.detachedFromWorker', ({ params }) =>
    sessions.get(params.sessionId)?.used.resolve(undefined),
  );
  try {
    // Running workers are attached when this call returns; workers that start later are ignored.
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const running = [...sessions];
    for (const [sessionId] of running) {
      for (const command of [COLLECT, READ_HEAP]) {
        const message = JSON.stringify(command);
        await session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
      }
    }
    await session.post('HeapProfiler.collectGarbage');
    const main = { title: 'main', usedBytes: process.memoryUsage().heapUsed };
    const workers = await Promise.all(
      running.map(async ([, { title, used }]) => {
        const usedBytes = await used.promise;
        return usedBytes === undefined ? [] : [{ title, usedBytes }];
      }),
    );
    return [main, ...workers.flat()];
  } finally {
    // Node keeps the memory of a worker's session until it is detached.
    for (const sessionId of sessions.keys()) await session.post('NodeWorker.detach', { sessionId });
    session.disconnect();
  }
}
