import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes a folder hold just these files, by absolute path. Who reads it meanwhile, and another build, always finds each
 * file whole, the one before or the new one; a file that is as it should be is not touched.
 */
export async function putInPlace(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const wanted = new Map([...files].map(([path, contents]) => [resolve(path), contents]));
  for (const [path, contents] of wanted) {
    if (await holds(path, contents)) continue;
    await mkdir(dirname(path), { recursive: true });
    // Beside the folder, where nobody looks for files of it.
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
