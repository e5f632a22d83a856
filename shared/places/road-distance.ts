import type { Coordinates } from './place.ts';

export interface LocatedInState extends Coordinates {
  /** Two-letter code: tells where no road leads (HI, PR, GU, ...). */
  readonly state: string;
}

export type RoadDistance =
  | {
      readonly routable: true;
      /** One way, not rounded. */
      readonly miles: number;
      readonly source: string;
      /** Full sentences: what a caller should know of the road. */
      readonly warnings: readonly string[];
    }
  | { readonly routable: false };

/** Port: one-way truck miles between two points. */
export interface RoadDistances {
  between(origin: LocatedInState, destination: LocatedInState): Promise<RoadDistance>;
}
