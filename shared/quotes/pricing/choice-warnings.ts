import { usd } from '../../costs/model/cents.ts';
import { NEAR_MILES, type TerminalChoice } from './choose-terminals.ts';
import { byTotal, type PricedOption } from './price-lane-option.ts';
import type { QuoteFields } from './quote-request.ts';
import { handlesContainers } from './rank-stop.ts';

const NO_TERMINAL = `No container terminal or rail ramp is within ${NEAR_MILES} miles of either stop: priced as a container moved over the road.`;

interface PricedChoice {
  readonly options: readonly PricedOption[];
  /** Terminals of the place with a road, of which `options` may be a part. */
  readonly served: number;
}

/** What a caller should know of the terminal that a container is priced from or to. */
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
  const several =
    options.length === 1
      ? []
      : [
          `${options.length === served ? served : `${options.length} of ${served}`} terminals of ${choice.placeName} cost $${totals[0]} to $${totals.at(-1)}: ${name} has the lower median total. "terminals" lists ${options.length === served ? 'all' : 'them'}.`,
        ];
  const unfit = handlesContainers(terminal)
    ? []
    : [`${name} does not handle ocean containers: confirm with the terminal.`];
  return [...replaced, ...several, ...unfit];
}
