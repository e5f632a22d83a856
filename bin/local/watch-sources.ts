import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { watch } from 'chokidar';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';

const SYNTHESIZE = fileURLToPath(new URL('../build/synthesize-local.ts', import.meta.url));

/**
 * The cloud assembly of the current sources. In a new process, since this one has loaded older sources, and would keep
 * the memory of the CDK and the compiler.
 * @throws LocalSetupError with the output of the compiler or the CDK.
 */
export async function synthesizeInNewProcess(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SYNTHESIZE]);
    return stdout.trim().split('\n').at(-1) ?? '';
  } catch (error) {
    throw new LocalSetupError(String(Object(error).stderr).trim());
  }
}

const WATCHED = ['functions', 'shared', 'lib'];
/** Delay after a change, since editors write a file in several steps. */
const SETTLED_AFTER_MS = 150;

/**
 * Calls `reload` with the new assembly after a change of source files, one at a time. If the build fails, it prints the
 * reason, and the old code stays active.
 * @returns a function that stops watching.
 */
export function watchSources(
  root: string,
  reload: (assemblyDir: string) => Promise<void>,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let reloading = Promise.resolve();
  const rebuild = async (file: string) => {
    const started = performance.now();
    try {
      await reload(await synthesizeInNewProcess());
      console.log(`Reloaded after a change of ${file} (${(performance.now() - started).toFixed(0)} ms).`);
    } catch (error) {
      console.error(
        `Not reloaded; the old code stays active: ${error instanceof Error ? error.message : error}`,
      );
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
