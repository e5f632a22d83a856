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

/** Marker file of an interrupted export. */
const UNFINISHED = 'export-unfinished';
export const MANIFEST = 'manifest.json';

/** Write buffer of each file. */
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
  /** Closes all files. */
  close(): Promise<void>;
}

/**
 * Opens a folder for an export, readable only by its owner: one JSON Lines file per kind and the manifest last.
 * Replaces an interrupted export.
 * @throws CommandFailedError if the folder has other files or cannot be written.
 */
export async function openExportFolder(folder: string): Promise<ExportFolder> {
  await explained(folder, () => prepare(folder));
  const files = new Map<ExportedKind, OpenFile>();
  for (const name of EXPORTED_KINDS) {
    const handle = await explained(folder, () => open(join(folder, EXPORT_FILES[name]), 'w', 0o600));
    files.set(name, {
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
    write: async (name, record) => {
      const file = files.get(name);
      if (file === undefined) throw new TypeError(`There is no file for ${name}`);
      const line = Buffer.from(`${JSON.stringify(record)}\n`);
      file.records += 1;
      file.waiting.push(line);
      file.waitingBytes += line.length;
      if (file.waitingBytes >= BUFFERED_BYTES) await flush(file);
    },
    finish: async () => {
      const finished: [ExportedKind, ExportedFile][] = [];
      for (const [name, file] of files) {
        await flush(file);
        await explained(folder, () => file.handle.sync());
        const { records, bytes, hash } = file;
        finished.push([name, { file: EXPORT_FILES[name], records, bytes, sha256: hash.digest('hex') }]);
      }
      return Object.fromEntries(finished) as Record<ExportedKind, ExportedFile>;
    },
    conclude: (manifest) =>
      explained(folder, async () => {
        // Written to a temporary name first: an interrupted write leaves no manifest.
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
    throw new CommandFailedError(`${folder} is not empty. Use a new folder.`);
  }
  await writeFile(join(folder, UNFINISHED), 'This export is incomplete. Run the command again.\n', {
    mode: 0o600,
  });
}

/** Converts file system errors to errors of one line. */
async function explained<Answer>(folder: string, task: () => Promise<Answer>): Promise<Answer> {
  try {
    return await task();
  } catch (error) {
    const { code } = Object(error);
    if (error instanceof CommandFailedError || typeof code !== 'string') throw error;
    throw new CommandFailedError(`${folder} cannot be written: ${code}.`);
  }
}
