import { type EquipmentType, isRoadEquipment } from '../equipment/equipment-type.ts';
import type { NearestTerminals } from '../terminals/nearest-terminals.ts';
import type { TerminalType } from '../terminals/terminal.ts';
import { type QuoteEnd, terminalEnd } from './quote-end.ts';

/** How far from a place its port or ramp may be, as the crow flies. */
const NEAR_MILES = 60;

/** Both ends of the lane as it is moved. */
export interface QuoteLane {
  readonly origin: QuoteEnd;
  readonly destination: QuoteEnd;
  /** Which end is the terminal that a container is fetched at or brought to; undefined over the road. */
  readonly terminalAt: 'origin' | 'destination' | undefined;
  readonly warnings: readonly string[];
}

interface Ends {
  readonly origin: QuoteEnd;
  readonly destination: QuoteEnd;
}

const ENDS = ['origin', 'destination'] as const;
/** A container comes off a ship first, off a train only where no port is near. */
const LOOKED_FOR: readonly TerminalType[] = ['marine', 'rail'];

/**
 * The lane that is priced. A container starts or ends at a terminal: a named one, else the nearest port to either end,
 * the origin first, else the nearest rail ramp; the end it is found for becomes the terminal. Without any, and with
 * equipment that goes over the road on its own wheels, the ends stay as they are.
 */
export function chooseTerminal(ends: Ends, equipment: EquipmentType, terminals: NearestTerminals): QuoteLane {
  if (isRoadEquipment(equipment)) return { ...ends, terminalAt: undefined, warnings: [] };
  const named = ENDS.find((end) => ends[end].type !== 'city');
  if (named) return { ...ends, terminalAt: named, warnings: [] };
  for (const type of LOOKED_FOR) {
    for (const end of ENDS) {
      const terminal = terminals.within(ends[end], NEAR_MILES, (one) => one.type === type)[0];
      if (terminal === undefined) continue;
      return { ...ends, [end]: terminalEnd(terminal.terminal), terminalAt: end, warnings: [] };
    }
  }
  return { ...ends, terminalAt: undefined, warnings: [NO_TERMINAL] };
}

const NO_TERMINAL = `No port or rail ramp is within ${NEAR_MILES} miles of either end: priced as a container moved over the road.`;
