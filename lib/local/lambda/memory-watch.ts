import type { Worker } from 'node:worker_threads';

/** Each check interrupts the worker and this thread, so checks of a long invocation are rarer. */
const FIRST_CHECK_MS = 25;
const MAX_INTERVAL_MS = 200;
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
  let timer: NodeJS.Timeout;
  let watching = true;
  const stop = () => {
    watching = false;
    clearTimeout(timer);
  };
  const checkAfter = (ms: number) => {
    timer = setTimeout(async () => {
      try {
        const { used_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics();
        if (!watching) return;
        if (heap + buffers > limitMb * MEGABYTE) {
          stop();
          onExceeded();
          return;
        }
      } catch {
        // The worker has not started, or has ended.
      }
      if (watching) checkAfter(Math.min(2 * ms, MAX_INTERVAL_MS));
    }, ms);
  };
  checkAfter(FIRST_CHECK_MS);
  return stop;
}
