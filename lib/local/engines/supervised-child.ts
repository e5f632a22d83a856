import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SUPERVISE = fileURLToPath(new URL('./supervise.mjs', import.meta.url));
const KEPT_OUTPUT = 20_000;
/** Wait for the last output of an ended process; a pipe that another process inherited never closes. */
const OUTPUT_GRACE_MS = 500;

export interface SupervisedChild {
  /** The last output, for an error message. */
  output(): string;
  /** Whether it has ended, for any reason. */
  ended(): boolean;
  /** Resolves when it has ended. */
  readonly gone: Promise<void>;
  /** Resolves with the last output if it ends without `stop`. */
  readonly died: Promise<string>;
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
}

/** Starts a command that ends with this process, even by SIGKILL, and ignores signals to the process group. */
export function startSupervised(command: string, args: readonly string[], cwd: string): SupervisedChild {
  let output = '';
  let ended = false;
  let wanted = true;
  const child = spawn(process.execPath, [SUPERVISE, command, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
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
  const died = new Promise<string>((resolve) => {
    void gone.then(() => {
      if (wanted) resolve(output);
    });
  });
  return {
    output: () => output,
    ended: () => ended,
    gone,
    died,
    stop: () => {
      wanted = false;
      child.stdin.end();
      return gone;
    },
  };
}
