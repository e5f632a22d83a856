import { US_STATES } from '../../geography/places/us-states.ts';
import { portByLocode, portsNamed } from '../catalogue/ports.ts';
import type { Terminal } from '../catalogue/terminal.ts';

/** What a terminal is called: a text equal to one of these is an exact hit. */
export const titlesOf = ({ name, aliases }: Terminal): readonly string[] => [name, ...aliases];

/** What text search covers beside titles, codes and ZIP; many terminals share these texts. */
export const sharedTextsOf = ({ group, city, portCity, state, type }: Terminal): readonly string[] => [
  group,
  city,
  portCity,
  state,
  US_STATES.get(state) ?? '',
  type,
];

export interface PortTexts {
  /** Names that say this port only: "Ports of Los Angeles and Long Beach" must not find one by the other's name. */
  readonly names: readonly string[];
  /** All UN/LOCODEs of the port. */
  readonly codes: readonly string[];
}

/** What finds the terminals of a port, by the LOCODE that they name it by. */
export function portTextsOf(locode: string): PortTexts {
  const port = portByLocode(locode);
  return {
    names: port?.names.filter((name) => portsNamed(name).length === 1) ?? [],
    codes: [locode, ...(port?.locodes ?? [])],
  };
}
