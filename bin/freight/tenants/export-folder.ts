import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EXPORT_FILES,
  type ExportedFile,
  type ExportSink,
} from '../../../shared/operations/organization-data/export-organization.ts';
import {
  EXPORTED_KINDS,
  type ExportedKind,
} from '../../../shared/operations/organization-data/exported-kind.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** Tells a folder that an export was cut off in from any other that has something in it. */
const UNFINISHED = 'export-unfinished';
const MANIFEST = 'manifest.json';

/** Written at once; more than that of a file is never in memory. */
const BUFFERED_BYTES = 256 * 1024;

interface OpenFile {
  readonly handle: FileHandle;
  readonly hash: ReturnType<typeof createHash>;
  waiting: Buffer[];
  waitingBytes: number;
  records: number;
  bytes: number;
}

/** The folder of one export. */
export interface ExportFolder extends ExportSink {
  /** Lets go of its files, whatever is in them. */
  close(): Promise<void>;
}

/**
 * A folder that an export goes to, which only its owner can read: a file of JSON lines a kind, and the manifest last.
 * An export that was cut off in it is begun anew.
 * @throws CommandFailedError where the folder has anything else in it, or cannot be written.
 */
export async function openExportFolder(folder: string): Promise<ExportFolder> {
  await explained(folder, () => prepare(folder));
  const files = new Map<ExportedKind, OpenFile>();
  for (const kind of EXPORTED_KINDS) {
    const handle = await explained(folder, () => open(join(folder, EXPORT_FILES[kind]), 'w', 0o600));
    files.set(kind, {
      handle,
      hash: createHash('sha256'),
      waiting: [],
      waitingBytes: 0,
      records: 0,
      bytes: 0,
    });
  }

  const flush = async (file: OpenFile): Promise<void> => {
    const bytes = Buffer.concat(file.waiting);
    file.waiting = [];
    file.waitingBytes = 0;
    file.hash.update(bytes);
    file.bytes += bytes.length;
    await explained(folder, () => file.handle.appendFile(bytes));
  };

  return {
    write: async (kind, record) => {
      const file = files.get(kind);
      if (file === undefined) throw new TypeError(`There is no file for ${kind}`);
      const line = Buffer.from(`${JSON.stringify(record)}\n`);
      file.records += 1;
      file.waiting.push(line);
      file.waitingBytes += line.length;
      if (file.waitingBytes >= BUFFERED_BYTES) await flush(file);
    },
    finish: async () => {
      const finished: [ExportedKind, ExportedFile][] = [];
      for (const [kind, file] of files) {
        await flush(file);
        await explained(folder, () => file.handle.sync());
        const { records, bytes, hash } = file;
        finished.push([kind, { file: EXPORT_FILES[kind], records, bytes, sha256: hash.digest('hex') }]);
      }
      return Object.fromEntries(finished) as Record<ExportedKind, ExportedFile>;
    },
    conclude: (manifest) =>
      explained(folder, async () => {
        // Renamed when complete: a kill in the middle leaves no manifest.
        const unfinished = join(folder, `${MANIFEST}.unfinished`);
        await writeFile(unfinished, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
        await rename(unfinished, join(folder, MANIFEST));
        await rm(join(folder, UNFINISHED));
      }),
    close: async () => {
      for (const { handle } of files.values()) await handle.close();
    },
  };
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = await readdir(folder);
  if (entries.includes(UNFINISHED)) {
    const ours = [...Object.values(EXPORT_FILES), MANIFEST, `${MANIFEST}.unfinished`];
    for (const name of entries.filter((entry) => ours.includes(entry))) await rm(join(folder, name));
  } else if (entries.length > 0) {
    throw new CommandFailedError(`${folder} is not empty: name a new folder.`);
  }
  await writeFile(join(folder, UNFINISHED), 'This export was not finished: run the command again.\n', {
    mode: 0o600,
  });
}

/** What the file system refuses is one line. */
async function explained<Answer>(folder: string, task: () => Promise<Answer>): Promise<Answer> {
  try {
    return await task();
  } catch (error) {
    const { code } = Object(error);
    if (error instanceof CommandFailedError || typeof code !== 'string') throw error;
    throw new CommandFailedError(`${folder} cannot be written: ${code}.`);
  }
}
