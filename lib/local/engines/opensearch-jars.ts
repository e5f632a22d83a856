import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LocalSetupError } from '../local-setup-error.ts';

const POM = fileURLToPath(new URL('./opensearch/pom.xml', import.meta.url));
const RESOLVE_WITHIN_MS = 10 * 60_000;

/**
 * Folder of the jars that opensearch/pom.xml pins, downloaded once by Maven.
 * @param localDir data folder of the local host.
 * @throws LocalSetupError if the download fails.
 */
export async function findOpenSearchJars(localDir: string, javaPath: string): Promise<string> {
  const folder = join(localDir, 'opensearch');
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
