import { watch } from 'node:fs';
import { join } from 'node:path';

const WATCHED = ['functions', 'shared', 'lib'];
/** Editors write a file in several steps. */
const SETTLED_AFTER_MS = 150;

/**
 * Calls `reload` after source files changed, one reload at a time; a failed one is printed, and the old code goes on.
 * @returns a function that stops watching.
 */
export function watchSources(root: string, reload: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let reloading = Promise.resolve();
  const onChange = (_: string, file: string | null) => {
    if (!file?.endsWith('.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloading = reloading.then(async () => {
        const started = performance.now();
        try {
          await reload();
          console.log(`Reloaded after a change of ${file} (${(performance.now() - started).toFixed(0)} ms).`);
        } catch (error) {
          console.error(`Not reloaded: ${error instanceof Error ? error.message : error}`);
        }
      });
    }, SETTLED_AFTER_MS);
  };
  const watchers = WATCHED.map((folder) => watch(join(root, folder), { recursive: true }, onChange));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
