import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalSetupError } from '../local-setup-error.ts';
import { freePortBetween } from './free-port.ts';
import { findJava } from './java.ts';
import { findOpenSearchJars } from './opensearch-jars.ts';
import { startSupervised } from './supervised-child.ts';

const READY_WITHIN_MS = 240_000;
const POLL_MS = 100;
const START_ATTEMPTS = 3;

/** OpenSearch 2.x runs on Java 11 and newer. */
const JAVA = { oldestMajor: 11, by: 'OpenSearch' };

/** The runner takes ports of this range only. */
const LOWEST_PORT = 9_201;
const HIGHEST_PORT = 9_299;

/** A node for this machine alone: no cluster, no disk watermarks of a server, no telling of its whereabouts. */
const CONFIGURATION = `network.host: 127.0.0.1
discovery.type: single-node
cluster.routing.allocation.disk.threshold_enabled: false
action.auto_create_index: false
`;

export interface OpenSearchLocalOptions {
  /** Folder of what is fetched once: Java where there is none, Maven where there is none, the jars. */
  readonly localDir: string;
  /** Folder of the indexes, kept after the end; absent takes a temporary one. */
  readonly dataDir?: string;
  /** 9201 to 9299; a free one when absent. */
  readonly port?: number;
}

export interface OpenSearchLocal {
  /** http://127.0.0.1:PORT; requests need no signature. */
  readonly endpoint: string;
  readonly port: number;
  /** Resolves, with the last error that it logged, when it ends and nobody stopped it. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a node of OpenSearch, fetched where it is not there yet; it answers when this resolves, and ends with this
 * process.
 * @throws LocalSetupError when it cannot be fetched or does not start.
 */
export async function startOpenSearchLocal(options: OpenSearchLocalOptions): Promise<OpenSearchLocal> {
  const { localDir } = options;
  const javaPath = await findJava({ localDir, need: JAVA });
  const jars = await findOpenSearchJars(localDir, javaPath);
  for (let attempt = 1; ; attempt += 1) {
    const started = await startNode(javaPath, jars, options);
    if (typeof started !== 'string') return started;
    // Another node may have taken the port that was free a moment ago.
    if (attempt === START_ATTEMPTS) throw new LocalSetupError(`OpenSearch did not start: ${started}`);
  }
}

/** Answers why, where it does not start. */
async function startNode(
  javaPath: string,
  jars: string,
  { dataDir, port: wanted }: OpenSearchLocalOptions,
): Promise<OpenSearchLocal | string> {
  const port = wanted ?? (await freePortBetween(LOWEST_PORT, HIGHEST_PORT));
  if (port === undefined) {
    throw new LocalSetupError(`No port from ${LOWEST_PORT} to ${HIGHEST_PORT} is free for OpenSearch.`);
  }
  const folder = resolve(dataDir ?? (await mkdtemp(join(tmpdir(), 'freight-opensearch-'))));
  // The runner's layout: a folder a node, the first of which is this.
  const configuration = join(folder, 'node_1/config');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'opensearch.yml'), CONFIGURATION);
  const child = startSupervised(
    javaPath,
    [
      ...['-Xms256m', '-Xmx512m', '-cp', `${resolve(jars)}/*`],
      'org.codelibs.opensearch.runner.OpenSearchRunner',
      ...['-basePath', folder, '-numOfNode', '1', '-clusterName', 'local'],
      // It counts nodes from 1 and adds that.
      ...['-baseHttpPort', String(port - 1)],
    ],
    folder,
  );
  const stop = async () => {
    await child.stop();
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };

  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  // Remembered: stack traces of requests during the recovery push the line out of the output that is kept.
  let hasPublished = false;
  const isOurs = () => {
    hasPublished ||= child.output().includes(`publish_address {127.0.0.1:${port}}`);
    return hasPublished;
  };
  // The runner moves to another port where this one is taken meanwhile: then somebody else answers here.
  const moved = () => !isOurs() && /o\.o\.n\.Node +\] started/.test(child.output());
  while (!(isOurs() && (await isReady(endpoint)))) {
    if (child.ended() || moved() || Date.now() > deadline) {
      await stop();
      return lastTrouble(child.output());
    }
    await wait(POLL_MS);
  }
  return {
    endpoint,
    port,
    died: child.died.then((output) => lastError(saidIn(output)) ?? 'it logged no error'),
    stop,
  };
}

async function isReady(endpoint: string): Promise<boolean> {
  try {
    const url = `${endpoint}/_cluster/health?wait_for_status=yellow&timeout=1s`;
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** The last error that the node logged, else its last line. */
function lastTrouble(output: string): string {
  const said = saidIn(output);
  return lastError(said) ?? said.at(-1) ?? 'it printed nothing';
}

const lastError = (said: readonly string[]): string | undefined =>
  said.findLast((line) => /ERROR|FATAL|Exception/.test(line));

/** Lines of a log, without the frames of stack traces. */
function saidIn(output: string): string[] {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !/^(at |\.\.\. )/.test(line));
}
