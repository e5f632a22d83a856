import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startLocalHost } from '../lib/local/host.ts';
import { LocalSetupError } from '../lib/local/local-setup-error.ts';
import { provisionDemo } from '../shared/organizations/provision-demo.ts';
import { loadCatalogue } from '../shared/terminals/load-catalogue.ts';
import { loadTerminals } from '../shared/terminals/load-terminals.ts';
import { synthesizeLocal } from './build/assembly.ts';
import { type Connection, connect } from './freight/connection.ts';
import { watchSources } from './local/watch-sources.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LOCAL_DIR = process.env.FREIGHT_LOCAL_DIR ?? join(ROOT, '.local');

const USAGE = `Usage: npm start [-- OPTIONS]
  --ephemeral   keep no data
  --watch       rebuild and reload when a source file changes (npm run dev)
  --quiet       print no log lines of functions and calls
PORT chooses the port (3000), PORT=0 a free one.`;

function options() {
  try {
    const { values } = parseArgs({
      options: {
        ephemeral: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new LocalSetupError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function requestedPort(): number {
  const { PORT = '3000' } = process.env;
  const port = Number(PORT);
  if (PORT.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new LocalSetupError(`PORT must be a number from 0 to 65535, and is "${PORT}".`);
  }
  return port;
}

/** The demo organization's key: made at the first start, kept beside the data it is a key to. */
async function demoKey(dataDir: string, { provisioning }: Connection): Promise<string> {
  const file = join(dataDir, 'demo.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) {
    try {
      return (JSON.parse(kept) as { apiKey: string }).apiKey;
    } catch {
      throw new LocalSetupError(`${file} is damaged. Remove ${dataDir} to start with nothing.`);
    }
  }
  const demo = await provisionDemo(provisioning);
  await writeFile(file, JSON.stringify(demo), { mode: 0o600 });
  return demo.apiKey;
}

/** What a deployment does after the stacks: terminals are loaded, and there is a key to begin with. */
async function furnish(dataDir: string): Promise<string> {
  process.env.FREIGHT_LOCAL_DIR = dataDir;
  const connection = await connect(undefined, console.error);
  try {
    await loadCatalogue(connection.terminals, loadTerminals());
    return await demoKey(dataDir, connection);
  } finally {
    connection.close();
  }
}

const greeting = (url: string, key: string, seconds: string) => `
Freight rates and quotes runs on ${url} (ready after ${seconds} s)

  KEY=${key}

  curl -s -H "x-api-key: $KEY" '${url}/api/v1/terminals/search?query=port+elizabeth'

  curl -s -H "x-api-key: $KEY" ${url}/api/v1/rates -d '[{
    "originTerminal": "APM Elizabeth Terminal",
    "destinationCity": "Chicago", "destinationState": "IL", "destinationZip": "60632"
  }]'

That is a test key of the organization "Demo". More: npm run -s freight -- --help. Ctrl-C stops.
`;

async function main(): Promise<void> {
  const { ephemeral, watch, quiet, help } = options();
  if (help) return console.log(USAGE);
  const port = requestedPort();
  const dataDir = ephemeral ? await mkdtemp(join(tmpdir(), 'freight-local-')) : LOCAL_DIR;
  const removeData = () => (ephemeral ? rm(dataDir, { recursive: true, force: true }) : undefined);
  try {
    const host = await startLocalHost({
      assemblyDir: await synthesizeLocal(),
      dataDir,
      javaDir: LOCAL_DIR,
      ephemeral,
      port,
      onLog: quiet ? () => {} : (line) => console.log(line),
    });
    const stopWatching = watch
      ? watchSources(ROOT, async () => host.reload(await synthesizeLocal()))
      : undefined;
    const stop = async (): Promise<void> => {
      stopWatching?.();
      await host.stop();
      await removeData();
      process.exit(0);
    };
    // A second signal does not wait for calls under way.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        void stop();
      });
    }
    try {
      console.log(greeting(host.url, await furnish(dataDir), process.uptime().toFixed(1)));
    } catch (error) {
      await host.stop();
      throw error;
    }
  } catch (error) {
    await removeData();
    throw error;
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
