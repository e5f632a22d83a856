import type { ContainerType, Lane, TerminalType } from '../api/client.ts';
import { DESTINATION_FORMAT, readDestination } from './destination.ts';
import type { PastedLane } from './pasted-lanes.ts';

/** A lane as it is typed. */
export interface LaneDraft {
  readonly id: string;
  readonly terminal: { readonly name: string; readonly type: TerminalType | undefined };
  readonly destination: string;
  readonly equipment: ContainerType;
  /** YYYY-MM-DD; empty = today. */
  readonly date: string;
}

export interface LaneOptions {
  readonly hazmat: boolean;
  readonly overweight: boolean;
}

export interface LaneErrors {
  readonly terminal?: string;
  readonly destination?: string;
}

const DEFAULT_EQUIPMENT: ContainerType = 'container_40';

export const emptyLane = (): LaneDraft => ({
  id: crypto.randomUUID(),
  terminal: { name: '', type: undefined },
  destination: '',
  equipment: DEFAULT_EQUIPMENT,
  date: '',
});

export const pastedDraft = ({ terminal, destination, equipment, date }: PastedLane): LaneDraft => ({
  ...emptyLane(),
  terminal: { name: terminal, type: undefined },
  destination,
  equipment: equipment ?? DEFAULT_EQUIPMENT,
  date,
});

export const isEmptyLane = ({ terminal, destination }: LaneDraft): boolean =>
  terminal.name.trim() === '' && destination.trim() === '';

/** What is missing in a lane; {} if it can be priced. */
export function laneErrors({ terminal, destination }: LaneDraft): LaneErrors {
  return {
    ...(terminal.name.trim() === '' ? { terminal: 'Enter a terminal.' } : {}),
    ...(readDestination(destination) === undefined ? { destination: DESTINATION_FORMAT } : {}),
  };
}

/** The lane for the API. A terminal that was not chosen from the list has the type of the API's default. */
export function requestLane(
  { terminal, destination, equipment, date }: LaneDraft,
  { hazmat, overweight }: LaneOptions,
): Lane {
  const { city, state, zip } = readDestination(destination) ?? { city: destination, state: '', zip: '' };
  return {
    originTerminal: terminal.name.trim(),
    ...(terminal.type === undefined ? {} : { originType: terminal.type }),
    destinationCity: city,
    destinationState: state,
    ...(zip === '' ? {} : { destinationZip: zip }),
    equipment,
    ...(date === '' ? {} : { date }),
    ...(hazmat ? { hazmat } : {}),
    ...(overweight ? { overweight } : {}),
  };
}
