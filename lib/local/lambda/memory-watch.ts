import type { Worker } from 'node:worker_threads';

const CHECK_INTERVAL_MS = 25;
const MEGABYTE = 1024 * 1024;

/**
 * Heap of V8 above the memory limit of the function. If V8 reaches the heap limit of a thread and cannot stop it in time,
 * it ends the whole process.
 */
export const HEAP_BEYOND_WATCH_MB = 2_048;

/**
 * Calls `onExceeded` once when the heap and buffers of a worker exceed `limitMb`.
 * @returns a function that stops the check.
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
      // The worker has not started, or has ended.
    }
  }, CHECK_INTERVAL_MS);
  return stop;
}
