import { usd } from '../../costs/model/cents.ts';
import type { QuoteFields } from '../request/quote-request.ts';
import { NEAR_MILES, type TerminalChoice } from '../stops/choose-terminals.ts';
import { handlesContainers } from '../stops/rank-stop.ts';
import { byTotal, type PricedOption } from './price-lane-option.ts';

const NO_TERMINAL = `No container terminal or rail ramp is within ${NEAR_MILES} miles of the origin or destination. The container is priced as an over-the-road move.`;

interface PricedChoice {
  readonly options: readonly PricedOption[];
  /** Number of the place's terminals with a road route; `options` may be some of them. */
  readonly served: number;
}

/** Warnings about the terminal that a container is priced from or to. */
export function choiceWarnings(
  choice: TerminalChoice | undefined,
  { lane }: PricedOption,
  { options, served }: PricedChoice,
  fields: Pick<QuoteFields, 'origin' | 'destination'>,
): readonly string[] {
  const { terminal } = lane;
  if (choice === undefined || terminal === undefined) return lane.kind === 'unserved' ? [NO_TERMINAL] : [];
  const { name, city, state } = terminal;
  const stop = choice.at === 'origin' ? 'Origin' : 'Destination';
  const replaced = choice.named
    ? []
    : [`${stop} "${fields[choice.at].trim()}" is priced at the terminal ${name} in ${city}, ${state}.`];
  const totals = byTotal(options).map(({ price }) => usd(price.totalCents).toFixed(2));
  const priced =
    options.length === served ? `${served} terminals` : `${options.length} of ${served} terminals`;
  const several =
    options.length === 1
      ? []
      : [
          `The total for ${priced} of ${choice.placeName} is $${totals[0]} to $${totals.at(-1)}. The quote is for ${name}, which has the lower median. "terminals" lists ${options.length === served ? 'all terminals' : 'these terminals'}.`,
        ];
  const unfit = handlesContainers(terminal)
    ? []
    : [`${name} does not handle ocean containers. Confirm with the terminal.`];
  return [...replaced, ...several, ...unfit];
}
