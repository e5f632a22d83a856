import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LocalSetupError } from '../local-setup-error.ts';

/** What Java is looked for. */
export interface JavaNeed {
  readonly oldestMajor: number;
  /** Named in the message where there is none. */
  readonly by: string;
}

const DYNAMODB_LOCAL: JavaNeed = { oldestMajor: 8, by: 'DynamoDB Local' };
/** Long-term support release that is fetched where the machine has no Java. */
const FETCHED_MAJOR = 17;
/** A Java that takes longer to say its version would not run a database. */
const VERSION_WITHIN_MS = 20_000;

/** Puts a Java runtime somewhere below `folder`. */
export type JavaInstaller = (folder: string) => Promise<void>;

export interface JavaSearch {
  /** Folder of the local host's data; the private runtime goes to its `java`. */
  readonly localDir: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly install?: JavaInstaller;
  /** DynamoDB Local's when absent. */
  readonly need?: JavaNeed;
}

/** Eclipse Temurin, downloaded and verified by the `njre` package. */
const installTemurin: JavaInstaller = async (folder) => {
  const njre = await import('njre');
  await njre.install(FETCHED_MAJOR, { type: 'jre', installPath: join(folder, 'here') });
};

/**
 * The path of a `java` that runs: of JAVA_HOME, of the PATH, or a private one, fetched once.
 * @throws LocalSetupError saying what to install, where none is there and none can be fetched.
 */
export async function findJava(search: JavaSearch): Promise<string> {
  const { localDir, environment = process.env, install = installTemurin, need = DYNAMODB_LOCAL } = search;
  const home = environment.JAVA_HOME;
  const candidates = [...(home ? [resolve(home, 'bin/java')] : []), 'java', ...privateRuntimes(localDir)];
  for (const candidate of candidates) {
    if ((await javaMajor(candidate, environment)) >= need.oldestMajor) return candidate;
  }
  return fetchJava(localDir, environment, install, need);
}

const privateRuntimes = (localDir: string): string[] =>
  globSync(['java/**/bin/java', 'java/**/bin/java.exe'], { cwd: localDir }).map((path) =>
    resolve(localDir, path),
  );

/** The major version of a Java, 8 for "1.8.0"; 0 when there is none that runs. */
async function javaMajor(java: string, environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)(java, ['-version'], {
      env: environment,
      timeout: VERSION_WITHIN_MS,
    });
    const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? [];
    return Number(first === '1' ? second : (first ?? 0));
  } catch {
    return 0;
  }
}

async function fetchJava(
  localDir: string,
  environment: NodeJS.ProcessEnv,
  install: JavaInstaller,
  { oldestMajor, by }: JavaNeed,
): Promise<string> {
  console.log(
    `No Java ${oldestMajor} or newer on this machine: fetching one into ${localDir}/java (once) ...`,
  );
  await mkdir(localDir, { recursive: true });
  const unfinished = await mkdtemp(join(localDir, 'java-unfinished-'));
  const finished = join(localDir, 'java');
  try {
    await install(unfinished);
    // Renamed when complete: an interrupted download never looks like a runtime.
    await rm(finished, { recursive: true, force: true });
    await rename(unfinished, finished);
  } catch (error) {
    throw new LocalSetupError(
      `Java ${oldestMajor} or newer is needed for ${by}, and none could be fetched (${reason(error)}). Install one, for example "apt-get install default-jre-headless", or set JAVA_HOME.`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  const [java] = privateRuntimes(localDir);
  if (java === undefined || (await javaMajor(java, environment)) < oldestMajor) {
    throw new LocalSetupError(
      `The Java fetched into ${finished} does not run on this machine. Install one, or set JAVA_HOME.`,
    );
  }
  return java;
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
