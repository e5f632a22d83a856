import { type LaneTerms, MAX_REASONS } from '../lanes/lane-summary.ts';

/** Values of columns without a value. Margins in hundredths of a percent are at most 50,000. */
const NO_MARGIN = 0xffff;
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
  /** Base64 of 2 bytes for each lane; "" if no lane has a margin. */
  readonly margins: string;
  /** Base64 of 1 byte for each lane, the index in `reasons`; "" if there are none. */
  readonly reasonOf: string;
  readonly reasons: readonly string[];
}

/** The columns of terms by index. Margins have at most 2 decimals, and there are at most 50 different reasons. */
export function toTermsColumns(terms: ReadonlyMap<number, LaneTerms>): TermsColumns {
  const count = [...terms.keys()].reduce((most, index) => Math.max(most, index + 1), 0);
  const states = new Uint8Array(count);
  const margins = Buffer.alloc(2 * count, 0xff);
  const reasonOf = Buffer.alloc(count, NO_REASON);
  const reasons = [...new Set([...terms.values()].flatMap(({ reason }) => reason ?? []))];
  if (reasons.length > MAX_REASONS) throw new Error(`the lanes have ${reasons.length} reasons`);
  const positions = new Map(reasons.map((reason, at) => [reason, at]));
  for (const [index, { marginPercent, excluded, outcome, reason }] of terms) {
    states[index] = OUTCOMES.indexOf(outcome) + (excluded ? OUTCOMES.length : 0);
    if (marginPercent !== undefined) margins.writeUInt16LE(Math.round(marginPercent * 100), 2 * index);
    if (reason !== undefined) reasonOf[index] = positions.get(reason) ?? NO_REASON;
  }
  const hasMargin = [...terms.values()].some(({ marginPercent }) => marginPercent !== undefined);
  return {
    states: states.join(''),
    margins: hasMargin ? margins.toString('base64') : '',
    reasonOf: reasons.length > 0 ? reasonOf.toString('base64') : '',
    reasons,
  };
}

/** The terms of columns, by index. */
export function fromTermsColumns({ states, margins, reasonOf, reasons }: TermsColumns) {
  const marginOf = Buffer.from(margins, 'base64');
  const reasonAt = Buffer.from(reasonOf, 'base64');
  const terms = new Map<number, LaneTerms>();
  for (let index = 0; index < states.length; index++) {
    const state = Number(states.charAt(index));
    const outcome = OUTCOMES[state % OUTCOMES.length];
    const margin = margins === '' ? NO_MARGIN : marginOf.readUInt16LE(2 * index);
    const reason = reasonOf === '' ? undefined : reasons[reasonAt[index] ?? NO_REASON];
    if (state === 0 && margin === NO_MARGIN && reason === undefined) continue;
    terms.set(index, {
      ...(margin === NO_MARGIN ? {} : { marginPercent: margin / 100 }),
      ...(state >= OUTCOMES.length && { excluded: true as const }),
      ...(outcome && { outcome }),
      ...(reason === undefined ? {} : { reason }),
    });
  }
  return terms;
}
