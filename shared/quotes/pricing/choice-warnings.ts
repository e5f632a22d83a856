import { usd } from '../../costs/model/cents.ts';
import type { QuoteFields } from '../request/quote-request.ts';
import { handlesContainers, NEAR_MILES, type TerminalChoice } from '../stops/choose-terminals.ts';
import { byTotal, type PricedOption } from './price-lane-option.ts';

const NO_TERMINAL = `No container terminal or rail ramp is within ${NEAR_MILES} miles of the origin or destination. The container is priced as an over-the-road move.`;

interface PricedChoice {
  readonly options: readonly PricedOption[];
  /** Number of the place's terminals with a road route; `options` may be some of them. */
  readonly served: number;
  /** States which of several terminals was chosen. */
  readonly compare: (compared: ComparedTerminals) => string;
}

/** Terminals of a place that were priced; the one with the lower median of the totals was chosen. */
export interface ComparedTerminals {
  /** More than one. */
  readonly options: readonly PricedOption[];
  /** Whether `options` has all terminals of the place with a road route. */
  readonly all: boolean;
  /** Such as "6 terminals of Port of Los Angeles". */
  readonly terminals: string;
  readonly chosen: string;
}

export function compareTotals({ options, all, terminals, chosen }: ComparedTerminals): string {
  const totals = byTotal(options).map(({ price }) => usd(price.totalCents).toFixed(2));
  return `The total for ${terminals} is $${totals[0]} to $${totals.at(-1)}. The quote is for ${chosen}, which has the lower median. "terminals" lists ${all ? 'all' : 'these'} terminals.`;
}

export function choiceWarnings(
  choice: TerminalChoice | undefined,
  { lane }: PricedOption,
  { options, served, compare }: PricedChoice,
  fields: Pick<QuoteFields, 'origin' | 'destination'>,
): readonly string[] {
  const { terminal } = lane;
  if (choice === undefined || terminal === undefined) return lane.kind === 'unserved' ? [NO_TERMINAL] : [];
  const { name, city, state } = terminal;
  const stop = choice.at === 'origin' ? 'Origin' : 'Destination';
  const replaced = choice.named
    ? []
    : [`${stop} "${fields[choice.at].trim()}" is priced at the terminal ${name} in ${city}, ${state}.`];
  const all = options.length === served;
  const terminals = `${all ? served : `${options.length} of ${served}`} terminals of ${choice.placeName}`;
  const several = options.length === 1 ? [] : [compare({ options, all, terminals, chosen: name })];
  const unfit = handlesContainers(terminal)
    ? []
    : [`${name} does not handle ocean containers. Confirm with the terminal.`];
  return [...replaced, ...several, ...unfit];
}
