import type { Case } from './disturbed-call.ts';
import { type Fault, faultsOf, isWrongAnswer } from './fault-kinds.ts';

/** Functions whose calls are disturbed twice. */
const CRITICAL = new Set([
  'create-quote',
  'convert-quote',
  'revise-quote',
  'price-lanes',
  'create-rfp',
  'create-contract-rates',
  'create-key',
  'rotate-key',
  'delete-key',
]);

const FULL = process.env.FULL_LENGTH === 'yes';
/** In the short form, one pair of so many. */
const PAIRS_PER_SAMPLE = 40;

/**
 * Pairs of faults: each fault of a critical operation, with each fault of a call that the disturbed function made after it,
 * also of one that it makes only after a fault.
 */
export function choosePairs(cases: readonly Case[]): Pick<Case, 'scenario' | 'faults'>[] {
  const pairs = cases
    .filter(({ scenario, faults: [first] }) => CRITICAL.has(scenario.functionName) && isRepeatable(first))
    .flatMap(({ scenario, faults, sites }) => {
      const [first] = faults;
      const later = first === undefined ? [] : sites.slice(sites.indexOf(first.site) + 1);
      return later
        .flatMap(faultsOf)
        .filter(isRepeatable)
        .map((second) => ({ scenario, faults: [...faults, second] }));
    });
  return FULL ? pairs : pairs.filter((_, index) => index % PAIRS_PER_SAMPLE === 0);
}

/** Slow calls end at the time limit of the function, which leaves no time for a second fault. */
const isRepeatable = (fault: Fault | undefined): boolean =>
  fault !== undefined && fault.kind !== 'slow' && !isWrongAnswer(fault);
