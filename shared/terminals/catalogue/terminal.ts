/** The three kinds of facility a load starts or ends at. `intermodal` covers inland ports, CFS and yards. */
export const TERMINAL_TYPES = ['marine', 'rail', 'intermodal'] as const;
export type TerminalType = (typeof TERMINAL_TYPES)[number];

/**
 * What a terminal handles: `container` is international liner traffic, `domestic` containers and trailers between US
 * places (Hawaii, Alaska, Puerto Rico, domestic rail).
 */
export const TERMINAL_SERVICES = ['container', 'domestic', 'breakbulk', 'ro-ro', 'project'] as const;
export type TerminalService = (typeof TERMINAL_SERVICES)[number];

/** How fine a coordinate is: the truck gate, somewhere in the facility, or only its city. */
export type CoordinatePrecision = 'gate' | 'facility' | 'city';

/** A port, rail or intermodal facility. `name` is the key callers price with. */
export interface Terminal {
  /** Stable through renames; not there where the name is still the first one. */
  readonly id?: string | undefined;
  readonly name: string;
  /** What people say instead of the name: "LBCT", "Pier T", "Maher". */
  readonly aliases: readonly string[];
  /** Port or railroad it belongs to: "Port of LA/Long Beach", "BNSF". */
  readonly group: string;
  readonly type: TerminalType;
  /** Street address; "" where it is not known for sure. */
  readonly address: string;
  /** City of the street address. */
  readonly city: string;
  /** City of the port it belongs to, where that is another: San Pedro is in Los Angeles. */
  readonly portCity: string;
  /** Two-letter code. */
  readonly state: string;
  readonly zip: string;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly precision: CoordinatePrecision;
  readonly smdgCode: string;
  readonly locode: string;
  /** What it handles; empty where that is unknown. */
  readonly services: readonly TerminalService[];
  /** One of the main container terminals of its port, by published throughput. */
  readonly principal: boolean;
  /** UN/LOCODE of the port it belongs to: USORF for a terminal in Portsmouth; "" for a ramp or where unknown. */
  readonly port: string;
  /** Gate hours in the subset of OpenStreetMap's opening_hours that `gate-hours.ts` reads; "" where not public. */
  readonly hours: string;
  /** Where the facts come from. */
  readonly source: string;
  /** Whether name and address were confirmed by the source, not only by general knowledge. */
  readonly verified: boolean;
}
