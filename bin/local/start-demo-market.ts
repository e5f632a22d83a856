import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

const SEED_MARKET = fileURLToPath(new URL('./seed-market.ts', import.meta.url));

/**
 * Creates the demo market in a background process; until then the service answers without a market.
 * @param dataDir folder of the service.
 * @returns a function that ends it.
 */
export function startDemoMarket(dataDir: string, onLine: (line: string) => void): () => void {
  let stopped = false;
  const env = { ...process.env, FREIGHT_LOCAL_DIR: dataDir };
  const child = execFile(process.execPath, [SEED_MARKET], { env }, (error, stdout, stderr) => {
    if (stopped) return;
    const reason = stderr.trim().split('\n').at(-1);
    if (error) onLine(`The demo market was not created (${reason}). Rates use only the cost model.`);
    else if (stdout !== '') onLine(stdout.trim());
  });
  // Calls have priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return () => {
    stopped = true;
    child.kill();
  };
}
