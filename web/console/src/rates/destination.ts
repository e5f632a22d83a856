/** A destination as the rates operation takes it. */
export interface Destination {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const ZIP = '\\d{5}(?:-?\\d{4})?';
/** A city, a comma or space, a state of 2 letters, and perhaps a ZIP code. */
const CITY_STATE_ZIP = new RegExp(`^(.*[^,\\s])\\s*[,\\s]\\s*([A-Za-z]{2})(?:\\s*[,\\s]\\s*(${ZIP}))?$`);

export const DESTINATION_FORMAT =
  'Enter a city and a state, such as "Chicago, IL". A ZIP code improves the accuracy.';

/** Reads "Chicago, IL" or "Chicago, IL 60632"; undefined if the text has another form. */
export function readDestination(text: string): Destination | undefined {
  const [, city, state, zip = ''] = CITY_STATE_ZIP.exec(text.trim().replaceAll(/\s+/g, ' ')) ?? [];
  if (city === undefined || state === undefined) return undefined;
  return { city, state: state.toUpperCase(), zip: zip.replace(/^(\d{5})(\d{4})$/, '$1-$2') };
}

export const destinationText = ({ city, state, zip }: Destination): string =>
  `${city}, ${state}${zip === '' ? '' : ` ${zip}`}`;
