export interface PortCity {
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
}

/** A container port with its names and throughput. */
export interface Port {
  /** The UN/LOCODE in the field `port` of its terminals. */
  readonly locode: string;
  /** Its own UN/LOCODE and others in use for it: USEWR for New York/New Jersey. */
  readonly locodes: readonly string[];
  readonly name: string;
  /** All names of the port. A name for several ports is listed with each of them. */
  readonly names: readonly string[];
  /** Cities that identify the port in a request. */
  readonly cities: readonly PortCity[];
  /** Containers in the last published year, in twenty-foot units, loaded and empty. */
  readonly teu: number;
  readonly teuYear: number;
  readonly source: string;
}
