import type { Refusal } from '../platform/http/refusal.ts';
import type { TerminalDirectory } from '../terminals/search/terminal-directory.ts';
import type { IndexedErrors, UnknownTerminal } from './check-lanes.ts';
import type { Destination } from './lane.ts';

/** Lanes that may be priced in one call (interface specification, section 8). */
export const MAX_LANES = 10;

const SUGGESTIONS = 3;
/** Longest part of a caller's terminal name that is answered or looked for. */
const NAME_SHOWN = 100;

const shown = (name: string): string =>
  name.length <= NAME_SHOWN ? name.toWellFormed() : `${name.slice(0, NAME_SHOWN).toWellFormed()}...`;

export const BATCH_MALFORMED: Refusal = {
  kind: 'invalid',
  message: `The request body must be a JSON array of 1 to ${MAX_LANES} lanes.`,
};

export const batchTooLarge = (lanes: number): Refusal => ({
  kind: 'invalid',
  message: `At most ${MAX_LANES} lanes can be priced in one call; ${lanes} were sent.`,
});

/** Members beside `error`: the faults by lane, and the nearest names where a terminal is unknown. */
function faultsBeside(
  errors: readonly IndexedErrors[],
  unknownTerminals: readonly UnknownTerminal[],
  terminals: TerminalDirectory,
): Record<string, unknown> {
  if (unknownTerminals.length === 0) return { errors };
  const suggestions = unknownTerminals.map(({ index, name }) => ({
    index,
    names: terminals.suggest(name.slice(0, NAME_SHOWN), SUGGESTIONS),
  }));
  return { errors, suggestions };
}

export const faultyLanes = (
  errors: readonly IndexedErrors[],
  unknownTerminals: readonly UnknownTerminal[],
  terminals: TerminalDirectory,
): Refusal => ({
  kind: 'invalid',
  message: 'Validation errors in requests',
  topLevelMembers: faultsBeside(errors, unknownTerminals, terminals),
});

/** For a batch whose only fault is one or more unknown terminals; the message names the first. */
export const invalidTerminal = (
  errors: readonly IndexedErrors[],
  unknownTerminals: readonly [UnknownTerminal, ...UnknownTerminal[]],
  terminals: TerminalDirectory,
): Refusal => ({
  kind: 'invalid',
  message: `Invalid terminal: ${shown(unknownTerminals[0].name)}`,
  topLevelMembers: faultsBeside(errors, unknownTerminals, terminals),
});

export const ORGANIZATION_MISSING: Refusal = {
  kind: 'unauthorized',
  message: 'Missing organization context',
};

export const BILLING_MISSING: Refusal = {
  kind: 'invalid',
  message: 'Organization is missing billing information. Add it to the organization, then try again.',
};

export const notGeocoded = ({ city, state }: Destination): Refusal => ({
  kind: 'invalid',
  message: `Unable to geocode destination address: ${city}, ${state}`,
});

export const distanceUnknown = (terminal: string, { city, state }: Destination): Refusal => ({
  kind: 'invalid',
  message: `Distance cannot be calculated from ${terminal} to ${city}, ${state}: no road leads there.`,
});

export const usageLimitExceeded = (used: number, limit: number): Refusal => ({
  kind: 'rate-limited',
  message: `API usage limit exceeded. Current usage: ${used}, Limit: ${limit}`,
});
