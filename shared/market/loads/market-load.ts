import type { EquipmentType, RoadEquipment } from '../../costs/equipment/equipment-type.ts';
import type { TollUse } from '../../geography/roads/road-distance.ts';
import type { TerminalType } from '../../terminals/catalogue/terminal.ts';

/** A lane of the market. */
export interface MarketLane {
  /** `stableTerminalId` of the origin; undefined if the origin is not a terminal. */
  readonly terminal: string | undefined;
  readonly terminalType: TerminalType;
  /** Two-letter code of the origin's state, which decides the diesel price. */
  readonly originState: string;
  /** The driver's wage at the origin, USD per hour. Default: the mean of the state. */
  readonly wage?: number;
  /** Toll facilities on the way. Default: none. */
  readonly tolls?: readonly TollUse[] | undefined;
  /** Only of a trailer: its kind, the first three digits of the origin's ZIP, and the freight market of the destination. */
  readonly trailer?: RoadEquipment;
  readonly originZip3?: string;
  readonly destinationMarket?: string;
  /** Freight market of the origin; of a trailer, its `roadMarket`. */
  readonly freightMarket: string;
  /** Two-letter code. */
  readonly destinationState: string;
  /** First three digits of the destination's ZIP; "" if it has none. */
  readonly zip3: string;
  /** One way. */
  readonly miles: number;
}

/** A load that was paid for. */
export interface MarketLoad extends MarketLane {
  /** UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly equipment: EquipmentType;
  /** For the move, without known accessorials. */
  readonly rateCents: number;
  readonly fuelIncluded: boolean;
  /** The contributor that reported it; the owner of the file if the row names none. */
  readonly contributor: string;
}
