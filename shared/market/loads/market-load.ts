import type { ContainerEquipment } from '../../costs/equipment/equipment-type.ts';
import type { TerminalType } from '../../terminals/catalogue/terminal.ts';

/** A lane as the market sees it. */
export interface MarketLane {
  /** Its `terminalKey`; undefined for loads from a place that is no terminal. */
  readonly terminal: string | undefined;
  readonly terminalType: TerminalType;
  /** Two-letter code of the origin's state: its wages and its diesel price. */
  readonly originState: string;
  /** Freight market of the origin. */
  readonly freightMarket: string;
  /** Two-letter code. */
  readonly destinationState: string;
  /** First three digits of the destination's ZIP; "" where it has none. */
  readonly zip3: string;
  /** One way. */
  readonly miles: number;
}

/** A load that someone paid for. */
export interface MarketLoad extends MarketLane {
  /** UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly equipment: ContainerEquipment;
  /** For the move, without accessorials as far as is known. */
  readonly rateCents: number;
  readonly fuelIncluded: boolean;
  /** Who reported it; the file's owner where it names nobody. */
  readonly contributor: string;
}
