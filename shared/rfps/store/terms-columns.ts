import { type LaneTerms, MAX_REASONS } from '../lanes/lane-summary.ts';

/** Value of a lane without a reason. */
const NO_REASON = 0xff;

/** By the digit of `states`. */
const OUTCOMES = [undefined, 'won', 'lost'] as const;

/**
 * Terms of lanes by column, up to the last lane with terms. Columns of different values are several times smaller than
 * objects: the terms of 100,000 lanes with random values fit into an item.
 */
export interface TermsColumns {
  /** A digit for each lane: 0 to 2 by outcome, and 3 more if the lane is excluded. */
  readonly states: string;
  /** Base64 of 1 byte for each lane, the index in `reasons`; "" if there are none. */
  readonly reasonOf: string;
  readonly reasons: readonly string[];
}

/** The columns of terms by index. There are at most 50 different reasons. */
export function toTermsColumns(terms: ReadonlyMap<number, LaneTerms>): TermsColumns {
  const count = [...terms.keys()].reduce((most, index) => Math.max(most, index + 1), 0);
  const states = new Uint8Array(count);
  const reasonOf = Buffer.alloc(count, NO_REASON);
  const reasons = [...new Set([...terms.values()].flatMap(({ reason }) => reason ?? []))];
  if (reasons.length > MAX_REASONS) throw new Error(`the lanes have ${reasons.length} reasons`);
  const positions = new Map(reasons.map((reason, at) => [reason, at]));
  for (const [index, { excluded, outcome, reason }] of terms) {
    states[index] = OUTCOMES.indexOf(outcome) + (excluded ? OUTCOMES.length : 0);
    if (reason !== undefined) reasonOf[index] = positions.get(reason) ?? NO_REASON;
  }
  return {
    states: states.join(''),
    reasonOf: reasons.length > 0 ? reasonOf.toString('base64') : '',
    reasons,
  };
}

/** The terms of columns, by index. */
export function fromTermsColumns({ states, reasonOf, reasons }: TermsColumns) {
  const reasonAt = Buffer.from(reasonOf, 'base64');
  const terms = new Map<number, LaneTerms>();
  for (let index = 0; index < states.length; index++) {
    const state = Number(states.charAt(index));
    const outcome = OUTCOMES[state % OUTCOMES.length];
    const reason = reasonOf === '' ? undefined : reasons[reasonAt[index] ?? NO_REASON];
    if (state === 0 && reason === undefined) continue;
    terms.set(index, {
      ...(state >= OUTCOMES.length && { excluded: true as const }),
      ...(outcome && { outcome }),
      ...(reason === undefined ? {} : { reason }),
    });
  }
  return terms;
}
