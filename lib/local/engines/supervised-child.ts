import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const SUPERVISE = fileURLToPath(new URL('./supervise.mjs', import.meta.url));
const KEPT_OUTPUT = 20_000;
/** Wait for the last output of an ended process; a pipe that another process inherited never closes. */
const OUTPUT_GRACE_MS = 500;

/** Starts a command that ends with this process, even by SIGKILL, and ignores signals to the process group. */
export function startSupervised(command: string, args: readonly string[], cwd: string) {
  let output = '';
  let ended = false;
  let wanted = true;
  const child = spawn(process.execPath, [SUPERVISE, command, ...args], { cwd });
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
  return {
    /** The last lines of the output of a Java program, without stack frames. */
    lines: (): string[] =>
      output
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !/^(at |\.\.\. )/.test(line)),
    /** Whether it has ended, for any reason. */
    ended: () => ended,
    /** Resolves if it ends without `stop`. */
    died: new Promise<void>((resolve) => void gone.then(() => wanted && resolve())),
    /** Ends it and waits for its end. */
    stop: () => {
      wanted = false;
      child.stdin.end();
      return gone;
    },
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
