import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LocalSetupError } from '../local-setup-error.ts';

/** Required Java version. */
export interface JavaNeed {
  readonly oldestMajor: number;
  /** Program that needs it, for the error message. */
  readonly neededFor: string;
}

const DYNAMODB_LOCAL: JavaNeed = { oldestMajor: 8, neededFor: 'DynamoDB Local' };
/** Long-term support release to download if the machine has no Java. */
const FETCHED_MAJOR = 17;
/** A Java that takes longer to print its version is too slow for a database. */
const VERSION_WITHIN_MS = 20_000;

/** Installs a Java runtime in a subfolder of `folder`. */
export type JavaInstaller = (folder: string) => Promise<void>;

export interface JavaSearch {
  /** Data folder of the local host; its subfolder `java` holds the downloaded runtime. */
  readonly localDir: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly install?: JavaInstaller;
  /** Default: the version for DynamoDB Local. */
  readonly need?: JavaNeed;
}

/** Eclipse Temurin, downloaded and verified by the `njre` package. */
const installTemurin: JavaInstaller = async (folder) => {
  const njre = await import('njre');
  await njre.install(FETCHED_MAJOR, { type: 'jre', installPath: join(folder, 'here') });
};

/**
 * The path of a working `java`: from JAVA_HOME, from the PATH, or downloaded once.
 * @throws LocalSetupError with installation instructions, if there is none and the download fails.
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

/** Major version of a Java, 8 for "1.8.0"; 0 if it does not run. */
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
  { oldestMajor, neededFor }: JavaNeed,
): Promise<string> {
  console.log(`Java ${oldestMajor} or newer not found: downloading it to ${localDir}/java (once) ...`);
  await mkdir(localDir, { recursive: true });
  const unfinished = await mkdtemp(join(localDir, 'java-unfinished-'));
  const finished = join(localDir, 'java');
  try {
    await install(unfinished);
    // Atomic: an interrupted download is never used as a runtime.
    await rm(finished, { recursive: true, force: true });
    await rename(unfinished, finished);
  } catch (error) {
    throw new LocalSetupError(
      `${neededFor} needs Java ${oldestMajor} or newer, and the download failed (${reason(error)}). Install it, for example with "apt-get install default-jre-headless", or set JAVA_HOME.`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  const [java] = privateRuntimes(localDir);
  if (java === undefined || (await javaMajor(java, environment)) < oldestMajor) {
    throw new LocalSetupError(
      `The Java downloaded to ${finished} does not run on this machine. Install Java, or set JAVA_HOME.`,
    );
  }
  return java;
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
