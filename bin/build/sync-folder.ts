import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Writes these files, given by absolute path, and removes all others from the folder. Each file is replaced atomically, so
 * that concurrent readers and builds never see an incomplete file. Unchanged files are not written.
 */
export async function syncFolder(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const wanted = new Map([...files].map(([path, contents]) => [resolve(path), contents]));
  for (const [path, contents] of wanted) {
    if (await holds(path, contents)) continue;
    await mkdir(dirname(path), { recursive: true });
    // Outside of the folder, so that readers do not find it.
    const unfinished = `${resolve(folder)}.${randomUUID()}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, path);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = resolve(join(entry.parentPath, entry.name));
    if (!entry.isDirectory() && !wanted.has(path)) await rm(path, { force: true });
  }
}

async function holds(path: string, contents: Uint8Array): Promise<boolean> {
  const found = await readFile(path).catch(() => undefined);
  return found?.equals(contents) ?? false;
}
