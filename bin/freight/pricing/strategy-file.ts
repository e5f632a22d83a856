import { readFile } from 'node:fs/promises';
import { readStrategy } from '../../../shared/quotes/strategy/read-strategy.ts';
import type { StrategyTerms } from '../../../shared/quotes/strategy/strategy-store.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/**
 * Reads a strategy from a JSON file.
 * @throws CommandFailedError if the file cannot be read, is not valid JSON, or has invalid fields; the message names each field.
 */
export async function readStrategyFile(path: string): Promise<StrategyTerms> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandFailedError(`${path} cannot be read: ${Object(error).code}.`);
  });
  const reading = readStrategy(parsed(path, text));
  if (reading.ok) return reading.terms;
  const faults = reading.errors.map(({ field, message }) => `${field} ${message}`);
  throw new CommandFailedError([...faults, 'The strategy was not changed.'].join('\n'));
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new CommandFailedError(`${path} is not valid JSON.`);
  }
}
