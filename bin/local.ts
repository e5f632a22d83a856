import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder, demoFile, FolderTakenError } from '../lib/local/data-folder.ts';
import { type LocalHost, type LocalHostOptions, startLocalHost } from '../lib/local/host/host.ts';
import { LocalSetupError } from '../lib/local/local-setup-error.ts';
import { parameterNames } from '../lib/parameters/parameter-names.ts';
import type { DemoOrganization } from '../shared/accounts/provisioning/provision-demo.ts';
import { MARK_USED_INTERVAL_MS, markUsed } from './build/assembly.ts';
import { loadInitialData } from './local/load-initial-data.ts';
import { checkOrigins, readOptions, requestedPort, requestedSettings, USAGE } from './local/local-options.ts';
import { createServiceLog } from './local/service-log.ts';
import { synthesizeInNewProcess, watchSources } from './local/watch-sources.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const LOCAL_DIR = dataFolder();
/** npm forwards a signal to the process group a second time; a second signal of a person comes later. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Starts in the data folder of the project, which the command line uses. If another service uses that folder, an ephemeral
 * service starts in a temporary folder.
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

/** Secrets of external services, from environment variables; a deployment reads them from Systems Manager. */
function readSecrets(): Record<string, string> {
  const { EIA_API_KEY } = process.env;
  return EIA_API_KEY ? { [parameterNames('local').secret('eia-api-key')]: EIA_API_KEY } : {};
}

async function main(): Promise<void> {
  const { ephemeral, watch, verbose, demo, help } = readOptions();
  if (help) return console.log(USAGE);
  const port = requestedPort();
  const settings = requestedSettings();
  checkOrigins();
  // Lambda uses UTC, and threads have the time zone of their process.
  process.env.TZ = 'UTC';
  let assemblyDir = await synthesizeInNewProcess();
  const serviceLog = createServiceLog(verbose);
  const { host, dataDir, remove } = await startHost(ephemeral, {
    assemblyDir,
    port,
    secrets: readSecrets(),
    variables: settings,
    onLog: serviceLog.write,
  });
  const logFile = serviceLog.open(dataDir);
  setInterval(() => markUsed(assemblyDir), MARK_USED_INTERVAL_MS).unref();
  const reload = async (next: string): Promise<void> => {
    host.reload(next);
    assemblyDir = next;
  };
  const stopWatching = watch ? watchSources(ROOT, reload) : undefined;
  const stopBackground: (() => void)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stopBackground) end();
    await stopWatching?.();
    await host.stop();
    await rm(demoFile(dataDir, true), { force: true });
    await remove();
  };
  let stoppingSince: number | undefined;
  const onSignal = () => {
    // A second signal does not wait for pending calls.
    if (stoppingSince !== undefined && Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
    if (stoppingSince === undefined) void stop().then(() => process.exit(0));
    stoppingSince ??= Date.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  // Without tables every call would get 500 without a reason.
  void host.broken.then(async (reason) => {
    console.error(`${reason}. Restart the service.`);
    await stop();
    process.exit(1);
  });
  try {
    const organization = await loadInitialData(dataDir, ephemeral);
    if (dataDir !== LOCAL_DIR) console.log(`For the command line: export FREIGHT_LOCAL_DIR=${dataDir}`);
    console.log(startMessage(host, organization, logFile, process.uptime().toFixed(1)));
    host.showSite();
    if (stoppingSince !== undefined) return;
    const site = runInBackground('site.ts', {}, (ended) => {
      if ('printed' in ended) host.showSite(ended.printed.split('\n').at(-1));
      else console.error(`The pages were not built; "npm run site" prints the reason. ${ended.reason}`);
    });
    stopBackground.push(site);
    if (!demo) return;
    const seed = runInBackground('local/seed-market.ts', { FREIGHT_LOCAL_DIR: dataDir }, (ended) => {
      if ('reason' in ended) {
        console.log(`The demo market was not created (${ended.reason}). Rates use only the cost model.`);
      } else if (ended.printed !== '') console.log(ended.printed);
    });
    stopBackground.push(seed);
  } catch (error) {
    // Ignores errors caused by stopping the service.
    if (stoppingSince !== undefined) return;
    await stop();
    throw error;
  }
}

/**
 * Runs a script of `bin` in a process to which calls have priority.
 * @param onEnd receives its standard output, or why it failed; not called after it was ended.
 * @returns a function that ends it.
 */
function runInBackground(
  script: string,
  variables: Readonly<Record<string, string>>,
  onEnd: (ended: { readonly printed: string } | { readonly reason: string }) => void,
): () => void {
  let stopped = false;
  const path = fileURLToPath(new URL(script, import.meta.url));
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

const startMessage = (
  { url, clock }: LocalHost,
  { apiKey, orgId }: DemoOrganization,
  logFile: string,
  seconds: string,
) => `
Freight rates and quotes is running at ${url} (ready after ${seconds} s)
Console: ${url}/console/
Documentation and API reference: ${url}/docs/
Log: ${logFile}

  KEY=${apiKey}
  ORG=${orgId}

  curl -s -H "x-api-key: $KEY" '${url}/api/v1/terminals/search?query=port+elizabeth'

  curl -s -H "x-api-key: $KEY" ${url}/api/v1/rates -d '[{
    "originTerminal": "APM Elizabeth Terminal",
    "destinationCity": "Chicago", "destinationState": "IL", "destinationZip": "60632"
  }]'

KEY is a test key of the organization ORG, "Demo". All commands: npm run -s freight -- --help. Ctrl-C stops the service.
${clockLine(clock)}`;

const clockLine = ({ now, aheadMs }: LocalHost['clock']) =>
  aheadMs() === 0
    ? ''
    : `The clock of the service is ${spanText(aheadMs())} ahead, at ${now().toISOString()}. Reset it: npm run -s freight -- clock reset\n`;

/** A duration as text such as "8d 12h", truncated to minutes. */
function spanText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const parts = { d: Math.floor(minutes / 1_440), h: Math.floor(minutes / 60) % 24, m: minutes % 60 };
  const named = Object.entries(parts).filter(([, count]) => count > 0);
  return named.map(([unit, count]) => `${count}${unit}`).join(' ') || 'less than 1m';
}

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
