import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { watch } from 'chokidar';

const WATCHED = ['functions', 'shared', 'lib'];
/** Editors write a file in several steps. */
const SETTLED_AFTER_MS = 150;
const SYNTHESIZE = fileURLToPath(new URL('../build/synthesize-local.ts', import.meta.url));

/**
 * The template of the sources as they are now. In a process of its own: this one has loaded the old sources.
 * @throws Error with what the compiler or the CDK complained of.
 */
async function synthesizeAnew(opensearch: boolean): Promise<string> {
  try {
    const args = [SYNTHESIZE, ...(opensearch ? ['--opensearch'] : [])];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout.trim();
  } catch (error) {
    throw new Error(String(Object(error).stderr).trim());
  }
}

export interface WatchedSources {
  readonly root: string;
  /** Whether the template has a search domain. */
  readonly opensearch: boolean;
}

/**
 * Calls `reload` with the new assembly after source files changed, one reload at a time; where the sources do not build
 * the reason is printed, and the old code goes on.
 * @returns a function that stops watching.
 */
export function watchSources(
  { root, opensearch }: WatchedSources,
  reload: (assemblyDir: string) => Promise<void>,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let reloading = Promise.resolve();
  const rebuild = async (file: string) => {
    const started = performance.now();
    try {
      await reload(await synthesizeAnew(opensearch));
      console.log(`Reloaded after a change of ${file} (${(performance.now() - started).toFixed(0)} ms).`);
    } catch (error) {
      console.error(`Not reloaded, the old code goes on: ${error instanceof Error ? error.message : error}`);
    }
  };
  const watcher = watch(WATCHED, {
    cwd: root,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !/\.(ts|json)$/.test(path),
  });
  watcher.on('all', (_, file) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloading = reloading.then(() => rebuild(join(file)));
    }, SETTLED_AFTER_MS);
  });
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
