import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LocalSetupError } from '../local-setup-error.ts';
import { freePort } from './free-port.ts';
import { startSupervised } from './supervised-child.ts';

/** Configuration of Jetty, the HTTP server of DynamoDB Local. */
const SERVER = fileURLToPath(new URL('dynamodb-local.xml', import.meta.url));
const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;

export interface DynamoDbLocalOptions {
  readonly javaPath: string;
  /** Folder of the database file; absent = in memory. */
  readonly dataDir?: string;
}

export interface DynamoDbLocal {
  /** http://127.0.0.1:PORT */
  readonly endpoint: string;
  /** Resolves with the last output if the process ends without `stop`. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** Folder of DynamoDB Local in the npm package. */
function emulatorFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('amplify-dynamodb-simulator/package.json');
  return join(dirname(manifest), 'emulator');
}

async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint).then(
    () => true,
    () => false,
  );
}

/**
 * Starts DynamoDB Local and waits until it answers; it ends with this process.
 * @throws LocalSetupError if it does not start: an unusable folder, or an unsuitable Java.
 */
export async function startDynamoDbLocal({
  javaPath,
  dataDir,
}: DynamoDbLocalOptions): Promise<DynamoDbLocal> {
  const emulator = emulatorFolder();
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const folder = dataDir === undefined ? undefined : await databaseFolder(dataDir);
  // It writes a file into its working directory, and leaves a library in the temporary folder of Java.
  const scratch = await mkdtemp(join(tmpdir(), 'freight-dynamodb-'));
  // A relative name, since the main class of Jetty reads an argument with "=" as a property.
  await copyFile(SERVER, join(scratch, 'server.xml'));
  const child = startSupervised(
    javaPath,
    [
      // The second compiler of Java costs more than it saves in a process of minutes.
      ...['-Xmx512m', '-XX:TieredStopAtLevel=1', `-Djava.io.tmpdir=${scratch}`],
      `-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`,
      ...['-Dorg.eclipse.jetty.util.log.announce=false', '-Dorg.eclipse.jetty.LEVEL=WARN'],
      ...['-cp', join(emulator, 'DynamoDBLocal.jar'), 'org.eclipse.jetty.xml.XmlConfiguration'],
      ...[`port=${port}`, `inMemory=${folder === undefined}`],
      ...(folder === undefined ? [] : [`folder=${folder}`]),
      'server.xml',
    ],
    scratch,
  );
  const stop = async () => {
    await child.stop();
    await rm(scratch, { recursive: true, force: true });
  };

  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(endpoint))) {
    if (child.ended() || Date.now() > deadline) {
      await stop();
      throw new LocalSetupError(`DynamoDB Local did not start: ${lastLine(child.output())}`);
    }
    await wait(POLL_MS);
  }
  return { endpoint, died: child.died.then(lastLine), stop };
}

/** Creates the folder; returns an absolute path, since Java has another working directory. */
async function databaseFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new LocalSetupError(
      `${dataDir} cannot hold a database: ${Object(error).code}. Remove it and start again.`,
    );
  }
  return resolve(dataDir);
}

/** The last line of a Java program's output, without stack frames. */
function lastLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '' && !/^(at |\.\.\. )/.test(line)) ?? 'it printed nothing';
}
