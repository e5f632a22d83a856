import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FolderTakenError } from '../lib/local/data-folder.ts';
import { demoFile } from '../lib/local/demo-file.ts';
import { type LocalHostOptions, startLocalHost } from '../lib/local/host/host.ts';
import { LocalSetupError } from '../lib/local/local-setup-error.ts';
import { parameterNames } from '../lib/parameters/parameter-names.ts';
import { SAY_IN_USE_EVERY_MS, sayInUse, synthesizeLocal } from './build/assembly.ts';
import { furnish } from './local/furnish.ts';
import { greeting } from './local/greeting.ts';
import {
  readOptions,
  requestedOrigins,
  requestedPort,
  requestedSettings,
  USAGE,
} from './local/local-options.ts';
import { startDemoMarket } from './local/start-demo-market.ts';
import { watchSources } from './local/watch-sources.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LOCAL_DIR = resolve(process.env.FREIGHT_LOCAL_DIR ?? join(ROOT, '.local'));
/** A signal to the whole group comes again, passed on by npm; a person's second one takes longer. */
const SAME_SIGNAL_MS = 1_000;
const SEARCH_GOES_ON = 'The embedded search answers from now on; start the service again to have it back.';

/**
 * Starts in the project's data folder, where the operator's command line looks. A service that keeps nothing may run
 * beside another one: it then publishes itself in a folder of its own, which goes with it.
 */
async function startHost(
  ephemeral: boolean,
  options: Omit<LocalHostOptions, 'dataDir' | 'ephemeral' | 'javaDir'>,
) {
  const start = (dataDir: string) => startLocalHost({ ...options, ephemeral, javaDir: LOCAL_DIR, dataDir });
  try {
    return { host: await start(LOCAL_DIR), dataDir: LOCAL_DIR, remove: async () => {} };
  } catch (error) {
    if (!ephemeral || !(error instanceof FolderTakenError)) throw error;
    const dataDir = await mkdtemp(join(tmpdir(), 'freight-local-'));
    const remove = () => rm(dataDir, { recursive: true, force: true });
    try {
      return { host: await start(dataDir), dataDir, remove };
    } catch (failure) {
      await remove();
      throw failure;
    }
  }
}

/** Keys for the data of others: a deployment has them in Systems Manager, this machine in its environment. */
function operatorsSecrets(): Record<string, string> {
  const { EIA_API_KEY } = process.env;
  return EIA_API_KEY ? { [parameterNames('local').secret('eia-api-key')]: EIA_API_KEY } : {};
}

async function main(): Promise<void> {
  const { ephemeral, opensearch, watch, quiet, demo, help } = readOptions();
  if (help) return console.log(USAGE);
  const port = requestedPort();
  const settings = requestedSettings();
  // Lambda's clock is in UTC, and a thread has the zone of its process.
  process.env.TZ = 'UTC';
  let assemblyDir = await synthesizeLocal({ opensearch, allowedOrigins: requestedOrigins() });
  const { host, dataDir, remove } = await startHost(ephemeral, {
    assemblyDir,
    port,
    secrets: operatorsSecrets(),
    settings,
    onLog: quiet ? () => {} : (line) => console.log(line),
  });
  setInterval(() => sayInUse(assemblyDir), SAY_IN_USE_EVERY_MS).unref();
  const reload = async (next: string): Promise<void> => {
    await host.reload(next);
    assemblyDir = next;
  };
  const stopWatching = watch ? watchSources({ root: ROOT, opensearch }, reload) : undefined;
  let stopDemo = () => {};
  const stop = async (): Promise<void> => {
    stopDemo();
    await stopWatching?.();
    await host.stop();
    await rm(demoFile(dataDir, true), { force: true });
    await remove();
  };
  let stoppingSince: number | undefined;
  const onSignal = () => {
    // A second signal does not wait for calls under way.
    if (stoppingSince !== undefined && Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
    if (stoppingSince === undefined) void stop().then(() => process.exit(0));
    stoppingSince ??= Date.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  // Without its tables every call would answer 500, and nothing would say why.
  void host.broken.then(async (reason) => {
    console.error(`${reason}. Start it again.`);
    await stop();
    process.exit(1);
  });
  // Searches go on: the embedded search answers them, as it does for a deployment whose domain is gone.
  void host.searchLost.then((reason) => {
    if (stoppingSince === undefined) console.error(`${reason}. ${SEARCH_GOES_ON}`);
  });
  try {
    const key = await furnish({ dataDir, ephemeral, opensearch });
    if (dataDir !== LOCAL_DIR) console.log(`For the command line: export FREIGHT_LOCAL_DIR=${dataDir}`);
    console.log(greeting(host, key, process.uptime().toFixed(1)));
    if (demo && stoppingSince === undefined) stopDemo = startDemoMarket(dataDir, console.log);
  } catch (error) {
    // What is under way fails when the service is stopped meanwhile.
    if (stoppingSince !== undefined) return;
    await stop();
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
