import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LocalSetupError } from '../local-setup-error.ts';

const VERSION = '3.9.9';
/** From the .sha512 file of the archive. */
const SHA512 =
  'a555254d6b53d267965a3404ecb14e53c3827c09c3b94b5678835887ab404556bfaf78dcfe03ba76fa2508649dca8531c74bca4d5846513522404d48e8c4ac8b';
const ARCHIVE = `org/apache/maven/apache-maven/${VERSION}/apache-maven-${VERSION}-bin.tar.gz`;
const CENTRAL = 'https://repo.maven.apache.org/maven2';
const DOWNLOAD_WITHIN_MS = 120_000;

const execute = promisify(execFile);

/**
 * The path of a working `mvn`: from the PATH, or downloaded once as by the Maven Wrapper.
 * @throws LocalSetupError with installation instructions, if there is none and the download fails.
 */
export async function findMaven(localDir: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const isOnPath = await execute('mvn', ['-version'], { env: environment }).then(
    () => true,
    () => false,
  );
  if (isOnPath) return 'mvn';
  const finished = join(localDir, 'maven');
  const mvn = join(finished, `apache-maven-${VERSION}/bin/mvn`);
  if (!existsSync(mvn)) await fetchMaven(localDir, finished, environment);
  return mvn;
}

async function fetchMaven(localDir: string, finished: string, environment: NodeJS.ProcessEnv): Promise<void> {
  console.log(`Maven not found: downloading ${VERSION} to ${finished} (once) ...`);
  await mkdir(localDir, { recursive: true });
  const unfinished = await mkdtemp(join(localDir, 'maven-unfinished-'));
  try {
    const archive = join(unfinished, 'maven.tar.gz');
    await writeFile(archive, await download(`${await repositoryFor(environment)}/${ARCHIVE}`));
    await execute('tar', ['-xzf', archive, '-C', unfinished]);
    await rm(archive);
    // Atomic: an interrupted download is never used.
    await rm(finished, { recursive: true, force: true });
    await rename(unfinished, finished);
  } catch (error) {
    // The message leaves out the repository URL, which can be private.
    const reason =
      error instanceof DownloadError ? error.message : String(Object(error).code ?? 'unknown error');
    throw new LocalSetupError(
      `The download of OpenSearch needs Maven, and the download of Maven failed (${reason}). Install it, for example with "apt-get install maven".`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

class DownloadError extends Error {}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS) }).catch(
    () => undefined,
  );
  if (response?.ok !== true) throw new DownloadError(response ? `status ${response.status}` : 'no answer');
  const content = Buffer.from(await response.arrayBuffer());
  if (createHash('sha512').update(content).digest('hex') !== SHA512) {
    throw new DownloadError('the hash of the archive does not match');
  }
  return content;
}

/** The repository that Maven would use: MVNW_REPOURL, a mirror in ~/.m2/settings.xml, or Maven Central. */
async function repositoryFor(environment: NodeJS.ProcessEnv): Promise<string> {
  const settings = await readFile(join(homedir(), '.m2/settings.xml'), 'utf8').catch(() => '');
  const found = environment.MVNW_REPOURL || mirrorOfCentral(settings) || CENTRAL;
  return found.replace(/\/+$/, '');
}

/** URL of the first mirror of Maven Central in a settings.xml; undefined if it has none. */
export function mirrorOfCentral(settings: string): string | undefined {
  const [...mirrors] = settings.replace(/<!--.*?-->/gs, '').matchAll(/<mirror>(.*?)<\/mirror>/gs);
  for (const [, mirror = ''] of mirrors) {
    const [, of = ''] = /<mirrorOf>\s*(.*?)\s*<\/mirrorOf>/s.exec(mirror) ?? [];
    const [, url] = /<url>\s*(.*?)\s*<\/url>/s.exec(mirror) ?? [];
    const names = of.split(',').map((name) => name.trim());
    const isForCentral = names.some((name) => ['*', 'central', 'external:*'].includes(name));
    if (isForCentral && !names.includes('!central')) return url;
  }
  return undefined;
}
