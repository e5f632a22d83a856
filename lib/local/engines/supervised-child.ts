import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LocalSetupError } from '../local-setup-error.ts';

const SUPERVISE = fileURLToPath(new URL('./supervise.mjs', import.meta.url));
/** The second compiler of Java costs more than it saves in a process of minutes. */
const ONE_COMPILER = '-XX:TieredStopAtLevel=1';
const POLL_MS = 50;
const KEPT_OUTPUT = 20_000;
/** Wait for the last output of an ended process; a pipe that another process inherited never closes. */
const OUTPUT_GRACE_MS = 500;

export interface Engine {
  /** In messages: "DynamoDB Local". */
  readonly name: string;
  readonly javaPath: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly readyWithinMs: number;
  /** Address that the engine answers when it is ready. */
  readonly address: string;
  readonly isReady: (status: number) => boolean;
  /** Why it ended, from the lines that it printed. */
  readonly reason: (lines: readonly string[]) => string | undefined;
  /** Called after its end. */
  readonly cleanUp: () => Promise<void>;
}

/**
 * Starts an engine and waits until it answers. It ends with this process, even by SIGKILL, and ignores signals to the process
 * group.
 * @throws LocalSetupError with its last output if it does not start.
 */
export async function startEngine({ name, readyWithinMs, address, isReady, cleanUp, ...engine }: Engine) {
  let output = '';
  let ended = false;
  let wanted = true;
  const child = spawn(process.execPath, [SUPERVISE, engine.javaPath, ONE_COMPILER, ...engine.args], {
    cwd: engine.cwd,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-KEPT_OUTPUT);
    });
  }
  // A pipe to an ended child reports EPIPE; the end itself is handled below.
  child.stdin.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      resolve();
    };
    child.once('close', end).once('error', end);
    child.once('exit', () => setTimeout(end, OUTPUT_GRACE_MS).unref());
  });
  const reason = () => {
    const lines = output.split('\n').map((line) => line.trim());
    // Without the stack frames of Java.
    const said = lines.filter((line) => line !== '' && !/^(at |\.\.\. )/.test(line));
    return engine.reason(said) ?? said.at(-1) ?? 'it printed nothing';
  };
  const stop = async () => {
    wanted = false;
    child.stdin.end();
    await gone;
    await cleanUp();
  };
  const answers = () =>
    fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => isReady(status),
      () => false,
    );
  const deadline = Date.now() + readyWithinMs;
  while (!(await answers())) {
    if (ended || Date.now() > deadline) {
      await stop();
      throw new LocalSetupError(`${name} did not start: ${reason()}`);
    }
    await wait(POLL_MS);
  }
  return {
    /** Resolves with the reason if it ends without `stop`. */
    died: new Promise<string>((resolve) => void gone.then(() => wanted && resolve(reason()))),
    stop,
  };
}

/** A loopback port that was free a moment ago: the wanted one, or one that the system chooses; undefined if it is in use. */
export async function freePort(wanted = 0): Promise<number | undefined> {
  const server = createServer();
  const port = await new Promise<number | undefined>((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  if (port !== undefined) await new Promise((resolve) => server.close(resolve));
  return port;
}
