import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findJava } from '../../lib/local/engines/java.ts';
import { freePort, startEngine } from '../../lib/local/engines/supervised-child.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';

const POM = fileURLToPath(new URL('./opensearch/pom.xml', import.meta.url));
/** The folder of downloads, which `npm start` also uses. */
const LOCAL_DIR = fileURLToPath(new URL('../../.local', import.meta.url));
const RESOLVE_WITHIN_MS = 10 * 60_000;

/**
 * Folder of the jars that opensearch/pom.xml pins, downloaded once by Maven.
 * @throws LocalSetupError if the download fails.
 */
async function findJars(javaPath: string): Promise<string> {
  const folder = join(LOCAL_DIR, 'opensearch');
  const jars = join(folder, 'jars');
  const stamp = join(jars, '.pom');
  const wanted = await readFile(POM, 'utf8');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return jars;

  const home = isAbsolute(javaPath) ? { JAVA_HOME: dirname(dirname(javaPath)) } : {};
  const environment = { ...process.env, ...home };
  console.log(`Downloading OpenSearch to ${folder} (once) ...`);
  await mkdir(folder, { recursive: true });
  const unfinished = await mkdtemp(join(folder, 'unfinished-'));
  try {
    const args = ['-q', '-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`];
    await promisify(execFile)('mvn', args, { env: environment, timeout: RESOLVE_WITHIN_MS });
    await writeFile(join(unfinished, '.pom'), wanted);
    // Atomic: an interrupted download is repeated.
    await rm(jars, { recursive: true, force: true });
    await rename(unfinished, jars);
  } catch (error) {
    if (Object(error).code === 'ENOENT') {
      throw new LocalSetupError(
        'The download of OpenSearch needs Maven. Install it, for example with "apt-get install maven".',
      );
    }
    // The output of Maven names repositories, which can be private.
    throw new LocalSetupError(
      `Maven could not download OpenSearch: run "mvn -f ${POM} dependency:resolve" to see why. It needs Maven Central, or a mirror of it in ~/.m2/settings.xml.`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return jars;
}

const READY_WITHIN_MS = 240_000;

/** The runner supports only ports of this range. */
const LOWEST_PORT = 9_201;
const HIGHEST_PORT = 9_299;

/** A single node on loopback, without disk watermarks and without automatic index creation. */
const CONFIGURATION = `network.host: 127.0.0.1
discovery.type: single-node
cluster.routing.allocation.disk.threshold_enabled: false
action.auto_create_index: false
`;

export interface TestOpenSearch {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** An OpenSearch node: the one that the test runner started for all files, or one only for this file. */
export async function startTestOpenSearch(): Promise<TestOpenSearch> {
  const shared = process.env.TEST_OPENSEARCH_ENDPOINT;
  return shared === undefined ? startOwnOpenSearch() : { endpoint: shared, stop: async () => {} };
}

/**
 * A separate node, which a test can stop and start again with the same data; it ends with this process. Downloads
 * OpenSearch if necessary.
 * @param dataDir folder of the indexes, kept after the end; absent = a temporary one. @param wanted 9201 to 9299.
 * @throws LocalSetupError if the download fails or the node does not start.
 */
export async function startOwnOpenSearch(dataDir?: string, wanted?: number) {
  const javaPath = await findJava(LOCAL_DIR);
  const jars = await findJars(javaPath);
  const port = wanted ?? (await portOfRunner());
  const folder = resolve(dataDir ?? (await mkdtemp(join(tmpdir(), 'freight-opensearch-'))));
  // Layout of the runner: one folder per node.
  const configuration = join(folder, 'node_1/config');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'opensearch.yml'), CONFIGURATION);
  const endpoint = `http://127.0.0.1:${port}`;
  const engine = await startEngine({
    name: 'OpenSearch',
    javaPath,
    args: [
      ...['-Xms256m', '-Xmx512m', '-cp', `${resolve(jars)}/*`],
      'org.codelibs.opensearch.runner.OpenSearchRunner',
      ...['-basePath', folder, '-numOfNode', '1', '-clusterName', 'local'],
      // The runner adds the node number, which starts at 1.
      ...['-baseHttpPort', String(port - 1)],
    ],
    cwd: folder,
    readyWithinMs: READY_WITHIN_MS,
    address: `${endpoint}/_cluster/health?wait_for_status=yellow&timeout=1s`,
    isReady: (status) => status === 200,
    reason: (lines) => lines.findLast((line) => /ERROR|FATAL|Exception/.test(line)),
    cleanUp: async () => {
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  });
  return { endpoint, port, ...engine };
}

/** A random free port of the range, so that nodes that start at the same time take different ones. */
async function portOfRunner(): Promise<number> {
  const span = HIGHEST_PORT - LOWEST_PORT + 1;
  const first = Math.floor(Math.random() * span);
  for (let step = 0; step < span; step += 1) {
    const port = await freePort(LOWEST_PORT + ((first + step) % span));
    if (port !== undefined) return port;
  }
  throw new LocalSetupError(`No port from ${LOWEST_PORT} to ${HIGHEST_PORT} is free for OpenSearch.`);
}
