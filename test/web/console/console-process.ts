import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '../../support/service-process.ts';

/** `npm start` with its pages. */
export interface ConsoleProcess {
  readonly url: string;
  /** FREIGHT_LOCAL_DIR of the command line. */
  readonly dataDir: string;
  /** Test key of its demo organization. */
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts the service without simulated loads, and waits until it shows the console. */
export async function startConsole(
  environment: Readonly<Record<string, string>> = {},
): Promise<ConsoleProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freight-console-'));
  const service = await startServiceProcess(dataDir, { args: ['--ephemeral'], environment });
  const { url, key } = await service.greeted;
  const isShown = () => fetch(`${url}/console/`).then(({ status }) => status === 200);
  while (!(await isShown())) await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    url,
    dataDir,
    key,
    stop: async () => {
      service.child.kill('SIGINT');
      await service.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
