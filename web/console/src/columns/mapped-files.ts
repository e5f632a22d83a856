import { RATE_FILE } from '../../../../shared/contracts/files/rate-columns.ts';
import { LOAD_FILE } from '../../../../shared/market/importing/read-load-row.ts';
import { QUOTE_FILE } from '../../../../shared/quotes/imported/quote-columns.ts';
import { LANE_FILE } from '../../../../shared/rfps/files/lane-columns.ts';
import { PLACE_MEANINGS } from '../../../../shared/sheets/lane-meanings.ts';
import type { FileKind } from '../../../../shared/sheets/table.ts';

/** A kind of files whose columns a person can state the meaning of. */
export interface MappedFile<Name extends string = string> {
  /** Part of the name under which the browser stores choices. */
  readonly name: string;
  readonly file: FileKind<Name>;
  readonly groups: Readonly<Record<string, readonly Name[]>>;
}

function mappedFile<Name extends string>(name: string, file: FileKind<Name>): MappedFile<Name> {
  const meanings = Object.keys(file.meanings) as Name[];
  const [places, others] = [true, false].map((isPlace) =>
    meanings.filter((meaning) => Object.hasOwn(PLACE_MEANINGS, meaning) === isPlace),
  ) as [Name[], Name[]];
  const ofEnd = (end: string) => places.filter((meaning) => meaning.startsWith(end));
  return {
    name,
    file,
    groups: {
      Origin: ofEnd('origin'),
      Destination: ofEnd('destination'),
      'Origin or destination, by position': places.filter((meaning) => !/^(origin|dest)/.test(meaning)),
      Others: others,
    },
  };
}

export const LANES = mappedFile('lane', LANE_FILE);
export const RATES = mappedFile('rate', RATE_FILE);
export const LOADS = mappedFile('load', LOAD_FILE);
export const PAST_QUOTES = mappedFile('quote', QUOTE_FILE);

/** Meanings whose words are not those of their name. */
const WORDS: Readonly<Record<string, string>> = {
  both_ends: 'Origin and destination in one cell',
  direction: 'Import or export',
  incumbent: 'Current carrier',
  start: 'First day',
  end: 'Last day',
  external_id: 'Your id',
  rate_flat: 'Rate per load',
  rate_type: 'Type of the rate',
  accessorial_overrides: 'Accessorials',
  effective_from: 'First day',
  effective_to: 'Last day',
  fuel_miles_per_gallon: 'Miles per gallon',
  fuel_included: 'Whether fuel is included',
  reference: 'Your number',
};

/** A meaning in words; an unknown one stays as it is. */
export function columnText({ name, file }: MappedFile, as: string): string {
  if (!Object.hasOwn(file.meanings, as)) return as;
  if (name === 'quote' && as === 'rate') return 'Price, where there is no total';
  const words = as.replaceAll('_', ' ').replace(/\bzip$/, 'ZIP code');
  return WORDS[as] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
