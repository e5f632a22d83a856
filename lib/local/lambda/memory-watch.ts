import type { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 25;
const MEGABYTE = 1024 * 1024;

/**
 * Left to V8 above what a function is given: where V8 itself comes to a thread's limit and cannot stop it in time, it
 * ends the whole process.
 */
export const HEAP_BEYOND_WATCH_MB = 2_048;

/**
 * Calls `onExceeded` once when a worker's heap and buffers take more than `limitMb`, as Lambda ends a function then.
 * @returns a function that stops watching.
 */
export function watchMemory(worker: Worker, limitMb: number, onExceeded: () => void): () => void {
  let watching = true;
  const stop = () => {
    watching = false;
    clearInterval(timer);
  };
  const timer = setInterval(async () => {
    try {
      const { used_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics();
      if (!watching || heap + buffers <= limitMb * MEGABYTE) return;
      stop();
      onExceeded();
    } catch {
      // The worker has not begun, or has ended.
    }
  }, LOOK_EVERY_MS);
  return stop;
}
