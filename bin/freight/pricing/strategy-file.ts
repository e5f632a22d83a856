import { readStrategy } from '../../../shared/quotes/strategy/read-strategy.ts';
import type { StrategyTerms } from '../../../shared/quotes/strategy/strategy-store.ts';
import type { PlaceSources } from '../../../shared/terminals/resolution/resolve-place.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/**
 * The strategy of a JSON file.
 * @throws CommandFailedError if fields are invalid; the message names each field.
 */
export function strategyOfFile(body: unknown, sources: PlaceSources): StrategyTerms {
  const reading = readStrategy(body, sources);
  if (reading.ok) return reading.terms;
  const faults = reading.errors.map(({ field, message }) => `${field} ${message}`);
  throw new CommandFailedError([...faults, 'The strategy was not changed.'].join('\n'));
}
