import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';

/** The lines of functions, calls and events of one run of the service. */
export interface ServiceLog {
  readonly write: (line: string) => void;
  /** Writes to `service.log` in a folder from now on, with the lines before; returns its path. */
  open(folder: string): string;
}

/** @param verbose also prints each line, in a form for people. */
export function createServiceLog(verbose: boolean): ServiceLog {
  let file: WriteStream | undefined;
  let before: string[] = [];
  return {
    write: (line) => {
      if (verbose) console.log(readable(line));
      if (file === undefined) before.push(line);
      else file.write(`${line}\n`);
    },
    open: (folder) => {
      const path = join(folder, 'service.log');
      file = createWriteStream(path, { mode: 0o600 });
      // Without a log the service still serves.
      file.on('error', (error) => console.error(`${path} cannot be written: ${error.message}`));
      for (const line of before) file.write(`${line}\n`);
      before = [];
      return path;
    },
  };
}

/** Fields that say less to a person than they take space. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['_aws', 'timestamp', 'level', 'code', 'message', 'stack', 'version', 'function', 'requestId'],
  ...[
    'time',
    'ip',
    'method',
    'resource',
    'status',
    'latency',
    'integrationLatency',
    'responseLength',
    'keyId',
  ],
]);

/** One line for a call ("POST /api/v1/quotes 200 41 ms") or for what a function logs. Other lines stay as they are. */
export function readable(line: string): string {
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = Object(JSON.parse(line));
  } catch {
    return line;
  }
  const rest = Object.entries(fields)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== '-' && value !== '')
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  if (fields.method !== undefined && fields.resource !== undefined) {
    return [fields.method, fields.resource, fields.status, `${fields.latency} ms`, ...rest].join(' ');
  }
  return fields.code === undefined ? line : [fields.code, fields.message, ...rest].filter(Boolean).join(' ');
}
