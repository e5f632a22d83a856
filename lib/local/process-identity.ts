import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Indexes of state and start time in /proc/PID/stat after the name; fields 3 and 22 in proc(5). */
const STATE = 3 - 3;
const START = 22 - 3;

/**
 * Start time of a process as the system prints it; undefined if it has ended. Process ids are reused, so that only id and
 * start time together identify a process.
 */
export function processStart(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env: environment })
        .toString()
        .trim();
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses, and can contain parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie process has ended.
    return fields[STATE] === 'Z' ? undefined : fields[START];
  } catch {
    return undefined;
  }
}
