import { readFile } from 'node:fs/promises';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';

interface ObjectSource {
  readonly file: string | undefined;
  readonly object: string | undefined;
}

/**
 * Reads what an event happened to, from a file or from what was typed.
 * @throws UsageError where neither is given; CommandFailedError where it cannot be read or is not a JSON object.
 */
export async function readEventObject({ file, object }: ObjectSource): Promise<Record<string, unknown>> {
  if (file !== undefined) return parsed(file, await contentOf(file));
  if (object !== undefined) return parsed('--object', object);
  throw new UsageError('Provide the object of the event: --file PATH or --object JSON.');
}

const contentOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandFailedError(`${path} cannot be read: ${Object(error).code}.`);
  });

function parsed(source: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new CommandFailedError(`${source} is not valid JSON.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandFailedError(`${source} is not a JSON object.`);
}
