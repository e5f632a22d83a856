import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { provisionDemo } from '../../shared/organizations/provision-demo.ts';
import { connect } from '../freight/connection.ts';

/** The demo organization's key: made at the first start, and kept beside the data it is a key to. */
export async function demoKey(dataDir: string, ephemeral: boolean): Promise<string> {
  const file = join(dataDir, 'demo.json');
  const kept = ephemeral ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return readDemoKey(file, kept);
  process.env.FREIGHT_LOCAL_DIR = dataDir;
  const connection = await connect(undefined, console.error);
  try {
    const demo = await provisionDemo(connection.provisioning);
    if (!ephemeral) await writeFile(file, JSON.stringify(demo), { mode: 0o600 });
    return demo.apiKey;
  } finally {
    connection.close();
  }
}

function readDemoKey(file: string, text: string): string {
  try {
    const { apiKey } = JSON.parse(text) as { apiKey?: unknown };
    if (typeof apiKey === 'string') return apiKey;
  } catch {
    // Said below, as for a file of another shape.
  }
  throw new LocalSetupError(`${file} is damaged. Remove ${dirname(file)} to start with nothing.`);
}
