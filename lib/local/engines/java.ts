import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LocalSetupError } from '../local-setup-error.ts';

/** OpenSearch 2.x runs on Java 11 and newer, DynamoDB Local also on older ones. */
const OLDEST_MAJOR = 11;
/** Long-term support release to download if the machine has no Java. */
const FETCHED_MAJOR = 17;
/** A Java that takes longer to print its version is too slow for a database. */
const VERSION_WITHIN_MS = 20_000;

/**
 * The path of a working `java`: from JAVA_HOME, from the PATH, or downloaded once (Eclipse Temurin, verified by `njre`).
 * @param localDir data folder of the local host; its subfolder `java` holds the downloaded runtime.
 * @throws LocalSetupError with installation instructions, if there is none and the download fails.
 */
export async function findJava(localDir: string): Promise<string> {
  const home = process.env.JAVA_HOME;
  const firstFitting = async (candidates: readonly string[]) => {
    for (const candidate of candidates) if ((await javaMajor(candidate)) >= OLDEST_MAJOR) return candidate;
    return undefined;
  };
  const installed = [...(home ? [resolve(home, 'bin/java')] : []), 'java', ...downloaded(localDir)];
  const found = await firstFitting(installed);
  if (found !== undefined) return found;
  console.log(`Java ${OLDEST_MAJOR} or newer not found: downloading it to ${localDir}/java (once) ...`);
  const reason = await download(localDir).catch((error: unknown) => String(Object(error).message));
  const fetched = await firstFitting(downloaded(localDir));
  if (fetched !== undefined) return fetched;
  throw new LocalSetupError(
    `The local service needs Java ${OLDEST_MAJOR} or newer, and the download failed (${reason ?? 'it does not run'}). Install it, for example with "apt-get install default-jre-headless", or set JAVA_HOME.`,
  );
}

const downloaded = (localDir: string): string[] =>
  globSync(['java/**/bin/java', 'java/**/bin/java.exe'], { cwd: localDir }).map((path) =>
    resolve(localDir, path),
  );

/** Major version of a Java, 8 for "1.8.0"; 0 if it does not run. */
async function javaMajor(java: string): Promise<number> {
  try {
    const { stderr } = await promisify(execFile)(java, ['-version'], { timeout: VERSION_WITHIN_MS });
    const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? [];
    return Number(first === '1' ? second : (first ?? 0));
  } catch {
    return 0;
  }
}

async function download(localDir: string): Promise<undefined> {
  const { install } = await import('njre');
  await mkdir(localDir, { recursive: true });
  const unfinished = await mkdtemp(join(localDir, 'java-unfinished-'));
  try {
    await install(FETCHED_MAJOR, { type: 'jre', installPath: join(unfinished, 'here') });
    // Atomic: an interrupted download is never used as a runtime.
    await rm(join(localDir, 'java'), { recursive: true, force: true });
    await rename(unfinished, join(localDir, 'java'));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
