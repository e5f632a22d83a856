import { QuotesApiError } from './client.ts';

/** Values that the console rejects, with a message for each field. */
export class InvalidFields extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('Some fields are not valid.');
    this.fields = fields;
  }
}

/** Messages of the API by field, as sentences; {} for other errors. @param nameOf what the form calls a field of the request */
export function fieldMessages(
  error: unknown,
  nameOf: (field: string) => string = (field) => field,
): Readonly<Record<string, string>> {
  if (error instanceof InvalidFields) return error.fields;
  const errors = error instanceof QuotesApiError ? (error.details.errors ?? []) : [];
  return Object.fromEntries(errors.map(({ field, message }) => [nameOf(field), fieldSentence(message)]));
}

const fieldSentence = (message: string): string =>
  `This field ${inFormWords(/[.!?]$/.test(message) ? message : `${message}.`)}`;

/** What the forms call fields and values of the API. Other names have their underscores replaced. */
const WORDS: Readonly<Record<string, string>> = {
  originTerminal: 'terminal',
  originType: 'type of the terminal',
  destinationCity: 'city',
  destinationState: 'state',
  destinationZip: 'ZIP code',
  equipment_type: 'equipment',
  equipment_types: 'equipment',
  special_requirements: 'accessorials',
  accessorial_overrides: 'prices of accessorials',
  customer_reference: 'reference',
  effective_from: 'first day',
  effective_to: 'last day',
  external_id: 'your id',
  from_day: 'first day',
  from_volume: 'loads a week',
  min_miles: 'from miles',
  max_miles: 'to miles',
  min_lead_days: 'from days before pickup',
  max_lead_days: 'to days before pickup',
  validity_days: 'days of validity',
  weekly_volume: 'loads a week',
  weight_lbs: 'weight',
  total_rate: 'total',
  margin_percent: 'margin',
  lower_snake_case: 'small letters, digits and underscores, such as gate_fee,',
};

/** A name with an underscore or a capital inside, perhaps with positions. Addresses and ids stay as they are. */
const NAME = /(?<![\w./-])[a-z]+(?:_[a-z\d]+|[A-Z][a-z]+)+(?![\w/-])/g;

export const inFormWords = (message: string): string =>
  message.replaceAll(NAME, (name) => WORDS[name] ?? (name.includes('_') ? name.replaceAll('_', ' ') : name));

/** The name of a field for people: "lanes[2].pickup_date" is "Lane 3, pickup date". */
export function fieldTitle(field: string): string {
  const title = field
    .split('.')
    .map((part) => {
      const [name = '', ...positions] = part.split(/[[\]]+/).filter((text) => text !== '');
      const words = WORDS[name] ?? name.replaceAll('_', ' ');
      return [
        positions.length === 0 ? words : words.replace(/s$/, ''),
        ...positions.map((at) => Number(at) + 1),
      ].join(' ');
    })
    .join(', ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
