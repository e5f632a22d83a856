import type { ContainerType, Lane, RateResult, TerminalType } from '../api/client.ts';
import type { PastedLane } from './pasted-lanes.ts';

export interface Destination {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const ZIP = '\\d{5}(?:-?\\d{4})?';
const CITY_STATE_ZIP = new RegExp(`^(.*[^,\\s])\\s*[,\\s]\\s*([A-Za-z]{2})(?:\\s*[,\\s]\\s*(${ZIP}))?$`);

const DESTINATION_FORMAT =
  'Enter a city and a state, such as "Chicago, IL". A ZIP code improves the accuracy.';

/** Reads "Chicago, IL" or "Chicago, IL 60632"; undefined if the text has another form. */
export function readDestination(text: string): Destination | undefined {
  const [, city, state, zip = ''] = CITY_STATE_ZIP.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  if (city === undefined || state === undefined) return undefined;
  return { city, state: state.toUpperCase(), zip: zip.replace(/^(\d{5})(\d{4})$/, '$1-$2') };
}

export const destinationText = ({ city, state, zip }: Destination): string =>
  `${city}, ${state}${zip === '' ? '' : ` ${zip}`}`;

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

/** What the form of a quote begins with. */
export interface PricedLane {
  readonly rate: Pick<RateResult, 'origin' | 'destination' | 'equipment' | 'date'>;
  readonly lane: Pick<Lane, 'hazmat' | 'overweight'> | undefined;
}
