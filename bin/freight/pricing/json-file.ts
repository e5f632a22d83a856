import { readFile } from 'node:fs/promises';
import { CommandFailedError } from '../failures/command-errors.ts';

/**
 * Reads a JSON file, also with a byte order mark.
 * @throws CommandFailedError if the file cannot be read or is not valid JSON.
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandFailedError(`${path} cannot be read: ${Object(error).code}.`);
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new CommandFailedError(`${path} is not valid JSON.`);
  }
}
