import { writeFile } from 'node:fs/promises';
import { commandLinePage } from './pages/command-line.ts';
import { logCodesPage } from './pages/log-codes.ts';

/** Writes the pages that come from code: the log codes and the command line. */
const FOLDER = new URL('../docs/operators/', import.meta.url);

await writeFile(new URL('log-codes.md', FOLDER), logCodesPage());
await writeFile(new URL('command-line.md', FOLDER), commandLinePage());
