import { Session } from 'node:inspector/promises';
import { getHeapSpaceStatistics, type HeapSpaceInfo } from 'node:v8';

/** Heap of a thread after a collection. */
export interface ThreadHeap {
  /** `main`, or the title of a worker: `[worker 12] NAME`. */
  readonly title: string;
  readonly dataBytes: number;
  /** Bytecode and compiled functions with their metadata. Feedback of functions is data. */
  readonly codeBytes: number;
}

interface WorkerSession {
  readonly title: string;
  /** Undefined for a worker that ended before it answered. */
  readonly spaces: PromiseWithResolvers<readonly HeapSpaceInfo[] | undefined>;
}

interface WorkerAnswer {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: readonly HeapSpaceInfo[] } };
}

const COLLECT = { id: 1, method: 'HeapProfiler.collectGarbage' };
const READ_HEAP = {
  id: 2,
  method: 'Runtime.evaluate',
  params: { expression: `process.getBuiltinModule('v8').getHeapSpaceStatistics()`, returnByValue: true },
};
/** V8 keeps bytecode and the metadata of compiled functions in its trusted spaces. */
const CODE_SPACE = /^(code|trusted)_/;

function heapOf(title: string, spaces: readonly HeapSpaceInfo[]): ThreadHeap {
  const used = (isCode: boolean) =>
    spaces
      .filter(({ space_name }) => CODE_SPACE.test(space_name) === isCode)
      .reduce((sum, space) => sum + space.space_used_size, 0);
  return { title, dataBytes: used(false), codeBytes: used(true) };
}

/**
 * Collects the garbage of the main thread, and through the inspector that of each worker. Workers need no code for it.
 * @returns the heap of each thread, first of the main one.
 */
export async function collectGarbage(): Promise<readonly ThreadHeap[]> {
  const session = new Session();
  session.connect();
  const sessions = new Map<string, WorkerSession>();
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) =>
    sessions.set(sessionId, { title: workerInfo.title, spaces: Promise.withResolvers() }),
  );
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
    const { id, result } = JSON.parse(message) as WorkerAnswer;
    const spaces = sessions.get(sessionId)?.spaces;
    const value = result?.result?.value;
    if (id !== READ_HEAP.id) return;
    if (value === undefined) spaces?.reject(new Error(`A worker did not read its heap: ${message}`));
    else spaces?.resolve(value);
  });
  // A worker that ends is detached.
  session.on('NodeWorker.detachedFromWorker', ({ params }) =>
    sessions.get(params.sessionId)?.spaces.resolve(undefined),
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
    const main = heapOf('main', getHeapSpaceStatistics());
    const workers = await Promise.all(
      running.map(async ([, { title, spaces }]) => {
        const found = await spaces.promise;
        return found === undefined ? [] : [heapOf(title, found)];
      }),
    );
    return [main, ...workers.flat()];
  } finally {
    // Node keeps the memory of a worker's session until it is detached.
    for (const sessionId of sessions.keys()) await session.post('NodeWorker.detach', { sessionId });
    session.disconnect();
  }
}
