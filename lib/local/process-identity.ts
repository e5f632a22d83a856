import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Where the state and the start stand among the fields of /proc/PID/stat that follow the name: proc(5), 3 and 22. */
const STATE = 3 - 3;
const START = 22 - 3;

/**
 * When a process started, in the system's own words; undefined when it runs no more. A number is given to another
 * process after a while, and soon after a restart of the machine: number and start together name one process.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? startInProc(pid) : startByPs(pid);
}

function startInProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses, and may hold some, too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended, and only waits for its parent to ask.
    return fields[STATE] === 'Z' ? undefined : fields[START];
  } catch {
    return undefined;
  }
}

function startByPs(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return started.toString().trim();
  } catch {
    return isAlive(pid) ? 'unknown' : undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 is sent to nobody: it only asks.
    return process.kill(pid, 0);
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}
