import { US_STATES } from '../places/us-states.ts';
import { type Port, portByLocode, portsNamed } from './ports.ts';
import type { Terminal } from './terminal.ts';

/** What a terminal is called: a text equal to one of these is an exact hit. */
export const titlesOf = ({ name, aliases }: Terminal): readonly string[] => [name, ...aliases];

/** What text search covers beside titles, codes and ZIP; many terminals share these texts. */
export const sharedTextsOf = ({ group, city, portCity, state, type, port }: Terminal): readonly string[] => [
  group,
  city,
  portCity,
  state,
  US_STATES.get(state) ?? '',
  type,
  ...ownNamesOf(portByLocode(port)),
];

/** UN/LOCODEs that find a terminal: its own, and all of its port. */
export const codesOf = ({ locode, port }: Terminal): readonly string[] => [
  locode,
  port,
  ...(portByLocode(port)?.locodes ?? []),
];

const ownNames = new Map<Port, readonly string[]>();

/** Names that say this port only: "Ports of Los Angeles and Long Beach" must not find one by the other's name. */
function ownNamesOf(port: Port | undefined): readonly string[] {
  if (port === undefined) return [];
  const known = ownNames.get(port) ?? port.names.filter((name) => portsNamed(name).length === 1);
  ownNames.set(port, known);
  return known;
}
