import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

/** Returns a function that creates temporary folders; they are removed after each test. */
export function temporaryFolders() {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'freight-engines-'));
    folders.push(folder);
    return folder;
  };
}

/** Writes a shell script that replaces Java; returns its path. */
export function writeJava(file: string, script: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A script that prints the answer of Java to -version to standard error. */
export const saysVersion = (version: string) =>
  `echo 'openjdk version "${version}" 2024-01-16' >&2; echo 'OpenJDK Runtime Environment' >&2`;
