export interface PortCity {
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
}

/** A container port: what people call it, and how much it moves. */
export interface Port {
  /** The UN/LOCODE that terminals name it by. */
  readonly locode: string;
  /** Its own and others used for it: USEWR for New York/New Jersey. */
  readonly locodes: readonly string[];
  readonly name: string;
  /** All names that say this port; one that says several ports is with each of them. */
  readonly names: readonly string[];
  /** Cities that people mean the port by. */
  readonly cities: readonly PortCity[];
  /** Containers in the last published year, in twenty-foot units, loaded and empty. */
  readonly teu: number;
  readonly teuYear: number;
  readonly source: string;
}
