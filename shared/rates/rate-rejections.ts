import { secondsToReset } from '../accounts/usage/usage-headers.ts';
import type { RatesErrorType, Rejection } from '../platform/http/rejection.ts';
import { shownText } from '../platform/text/bounded-text.ts';
import { suggestTerminals } from '../terminals/resolution/find-terminals-by-text.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import type { Destination, IndexedErrors, UnknownTerminal } from './lane.ts';

/** Maximum lanes of one call (interface specification, section 8). */
export const MAX_LANES = 10;

const MAX_SUGGESTIONS = 3;
/** Longer terminal names of callers are truncated, in messages and in the search for suggestions. */
const MAX_NAME_LENGTH = 100;

const truncate = (name: string): string => shownText(name, MAX_NAME_LENGTH);

export const BATCH_MALFORMED: Rejection = {
  kind: 'invalid',
  type: 'invalid_lanes',
  message: `The request body must be a JSON array of 1 to ${MAX_LANES} lanes.`,
};

export const batchTooLarge = (lanes: number): Rejection => ({
  kind: 'invalid',
  type: 'invalid_lanes',
  message: `At most ${MAX_LANES} lanes can be priced in one call; ${lanes} were sent.`,
});

/** Members of the response next to `error`: the errors by lane, and suggestions for unknown terminals. */
function errorMembers(
  errors: readonly IndexedErrors[],
  unknownTerminals: readonly UnknownTerminal[],
  terminals: TerminalDirectory,
): Record<string, unknown> {
  if (unknownTerminals.length === 0) return { errors };
  const suggestions = unknownTerminals.map(({ index, name }) => ({
    index,
    names: suggestTerminals(terminals, name.slice(0, MAX_NAME_LENGTH), MAX_SUGGESTIONS),
  }));
  return { errors, suggestions };
}

export const invalidLanes = (
  errors: readonly IndexedErrors[],
  unknownTerminals: readonly UnknownTerminal[],
  terminals: TerminalDirectory,
): Rejection => ({
  kind: 'invalid',
  type: 'invalid_lanes',
  message: 'Validation errors in requests',
  topLevelMembers: errorMembers(errors, unknownTerminals, terminals),
});

/** For a batch with unknown terminals and no other errors. The message names the first unknown terminal. */
export const invalidTerminal = (
  errors: readonly IndexedErrors[],
  unknownTerminals: readonly [UnknownTerminal, ...UnknownTerminal[]],
  terminals: TerminalDirectory,
): Rejection => ({
  kind: 'invalid',
  type: 'unknown_terminal',
  message: `Invalid terminal: ${truncate(unknownTerminals[0].name)}`,
  topLevelMembers: errorMembers(errors, unknownTerminals, terminals),
});

export const ORGANIZATION_MISSING: Rejection = {
  kind: 'unauthorized',
  type: 'missing_organization',
  message: 'Missing organization context',
};

export const BILLING_MISSING: Rejection = {
  kind: 'invalid',
  type: 'billing_required',
  message: 'Organization is missing billing information. Add it to the organization, then try again.',
};

/** The destination of a lane. `index` is its position in the batch. */
export interface IndexedDestination {
  readonly index: number;
  readonly destination: Destination;
}

/** The message is the one of the first lane; `errors` lists all. @param lanes at least one. */
const lanesRejected = <Lane extends IndexedDestination>(
  type: RatesErrorType,
  lanes: readonly Lane[],
  messageOf: (lane: Lane) => string,
): Rejection => {
  const errors: readonly IndexedErrors[] = lanes.map((lane) => ({
    index: lane.index,
    errors: [messageOf(lane)],
  }));
  return { kind: 'invalid', type, message: errors[0]?.errors[0] ?? '', topLevelMembers: { errors } };
};

export interface UnknownDestination extends IndexedDestination {
  /** Places that it can mean. */
  readonly suggestions: readonly string[];
}

export function notGeocoded(lanes: readonly UnknownDestination[]): Rejection {
  const rejection = lanesRejected(
    'geocode_failed',
    lanes,
    ({ destination: { city, state } }) => `Unable to geocode destination address: ${city}, ${state}`,
  );
  const suggestions = lanes.flatMap(({ index, suggestions: names }) =>
    names.length === 0 ? [] : [{ index, names }],
  );
  if (suggestions.length === 0) return rejection;
  return { ...rejection, topLevelMembers: { ...rejection.topLevelMembers, suggestions } };
}

export const distanceUnknown = (
  lanes: readonly (IndexedDestination & { readonly terminal: string })[],
): Rejection =>
  lanesRejected(
    'no_route',
    lanes,
    ({ terminal, destination: { city, state } }) =>
      `Distance cannot be calculated from ${terminal} to ${city}, ${state}: no road leads there.`,
  );

/** @param moment in the month of the count. */
export const usageLimitExceeded = (used: number, limit: number, moment: Date): Rejection => ({
  kind: 'rate-limited',
  type: 'usage_limit_exceeded',
  retryAfter: secondsToReset(moment),
  message: `API usage limit exceeded. Current usage: ${used}, Limit: ${limit}`,
});
