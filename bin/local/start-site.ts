import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const BUILD_SITE = fileURLToPath(new URL('../site.ts', import.meta.url));

/**
 * Builds the documentation site in a background process, unless it is built.
 * @param onBuilt receives the folder of the site.
 * @returns a function that ends the build.
 */
export function startSite(onBuilt: (folder: string) => void, onLine: (line: string) => void): () => void {
  let stopped = false;
  const child = execFile(process.execPath, [BUILD_SITE], (error, stdout, stderr) => {
    if (stopped) return;
    const folder = stdout.trim().split('\n').at(-1);
    if (error || folder === undefined) {
      const reason = stderr.trim() || stdout.trim();
      onLine(`The pages were not built; "npm run site" prints the reason. ${reason.split('\n')[0]}`);
    } else onBuilt(folder);
  });
  // Calls have priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return () => {
    stopped = true;
    child.kill();
  };
}
