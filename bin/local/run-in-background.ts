import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Runs a script of `bin` in a process to which calls have priority.
 * @param onEnd receives its standard output, or why it failed; not called after it was ended.
 * @returns a function that ends it.
 */
export function runInBackground(
  script: string,
  variables: Readonly<Record<string, string>>,
  onEnd: (ended: { readonly printed: string } | { readonly reason: string }) => void,
): () => void {
  let stopped = false;
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  const env = { ...process.env, ...variables };
  const child = execFile(process.execPath, [path], { env }, (error, stdout, stderr) => {
    if (stopped) return;
    if (error === null) return onEnd({ printed: stdout.trim() });
    const lines = (stderr.trim() || stdout.trim()).split('\n');
    onEnd({ reason: lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? '' });
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return () => {
    stopped = true;
    child.kill();
  };
}
