/** Kinds of geographies of a contract rate, narrowest first. `port` is a UN/LOCODE, `zip3` the first three digits. */
export const GEOGRAPHY_KINDS = ['terminal', 'zip', 'city', 'zip3', 'port', 'state', 'any'] as const;
export type GeographyKind = (typeof GEOGRAPHY_KINDS)[number];

/** A geography in a form that is equal for all spellings: "zip:30318", "city:GA atlanta". Has no "#". */
export type GeographyKey = `${GeographyKind}:${string}`;

/** Where a contract rate begins or ends. */
export interface ContractGeography {
  readonly key: GeographyKey;
  /** A text that is resolved to the same geography: "30318", "Atlanta, GA", "USSAV", "*". */
  readonly text: string;
}

export const ANYWHERE: ContractGeography = { key: 'any:*', text: '*' };

/** The kind of a geography, from its key. */
export const kindOf = (key: GeographyKey): GeographyKind =>
  GEOGRAPHY_KINDS.find((kind) => key.startsWith(`${kind}:`)) ?? 'any';

/** Position of a kind among all: 0 is the narrowest. */
export const widthOf = (key: GeographyKey): number => GEOGRAPHY_KINDS.indexOf(kindOf(key));
