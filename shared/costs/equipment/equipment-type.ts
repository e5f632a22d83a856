/** What a trailer costs besides the tractor and the driver. Values without a source are general knowledge of the trade. */
export interface TrailerCost {
  /** Source for van, reefer and flatbed: DAT support pages, by trailer type. */
  readonly milesPerGallon: number;
  /** Loading and unloading time included in the rate, with straps, chains and temperature checks. */
  readonly doorHours: number;
  /** Cost in addition to a van. For reefer and flatbed, the difference on long hauls equals that of DAT's national averages. */
  readonly extraUsdPerHour: number;
  /** Diesel consumption of the cooling unit, which the fuel surcharge does not cover. */
  readonly gallonsPerHour: number;
  readonly minimumUsd: number;
}

interface Equipment {
  readonly title: string;
  /** Pounds of cargo within a gross weight of 80,000 lb: with the usual tractor, and chassis if it is a container. */
  readonly payload: number;
  /** The same on a tri-axle chassis. */
  readonly triaxlePayload?: number;
  /** A trailer drives from door to door; without it, a container moves on a chassis from or to a terminal. */
  readonly trailer?: TrailerCost;
  /** A container that only railroads carry. */
  readonly isDomestic?: true;
}

/** DAT's averages of flatbeds include these trailers. Open decks load faster than vans, and straps take that time. */
const FLATBED: TrailerCost = {
  ...{ milesPerGallon: 5.1, doorHours: 2, extraUsdPerHour: 9, gallonsPerHour: 0, minimumUsd: 275 },
};

/**
 * All equipment types of the API. Payloads of containers: Arrow Link, suggested container weights for U.S. highways; of vans:
 * Hale Trailer, dry van maximum cargo weight, 2025-03-25. Those of other trailers, domestic containers, flat racks, open tops
 * and tanks are general knowledge. Stored loads have positions in this table, so that new types are added at its end.
 */
const TABLE = {
  dryvan: {
    ...{ title: 'Dry van', payload: 45_000 },
    trailer: { milesPerGallon: 5.5, doorHours: 2, extraUsdPerHour: 0, gallonsPerHour: 0, minimumUsd: 200 },
  },
  reefer: {
    ...{ title: 'Refrigerated trailer', payload: 43_500 },
    trailer: { milesPerGallon: 5.3, doorHours: 3, extraUsdPerHour: 6, gallonsPerHour: 0.75, minimumUsd: 275 },
  },
  flatbed: { title: 'Flatbed trailer', payload: 48_000, trailer: FLATBED },
  step_deck: { title: 'Step deck trailer', payload: 46_000, trailer: { ...FLATBED, extraUsdPerHour: 11 } },
  conestoga: { title: 'Conestoga trailer', payload: 44_000, trailer: { ...FLATBED, extraUsdPerHour: 14 } },
  /** The customer's trailer: it is dropped and hooked, and costs the carrier nothing. */
  power_only: {
    ...{ title: 'Power only', payload: 45_000 },
    trailer: { milesPerGallon: 5.5, doorHours: 1, extraUsdPerHour: -3, gallonsPerHour: 0, minimumUsd: 200 },
  },
  /** A pickup truck of class 3 to 5 with a gooseneck trailer of 40 ft. */
  hot_shot: {
    ...{ title: 'Hot shot', payload: 16_500 },
    trailer: { milesPerGallon: 9, doorHours: 2, extraUsdPerHour: -15, gallonsPerHour: 0, minimumUsd: 250 },
  },
  container_20: { title: '20 ft container', payload: 35_000, triaxlePayload: 42_000 },
  container_40: { title: '40 ft container', payload: 44_000 },
  container_40hc: { title: '40 ft high cube container', payload: 44_000 },
  container_45hc: { title: '45 ft high cube container', payload: 42_000 },
  reefer_container_20: {
    ...{ title: '20 ft refrigerated container', payload: 32_000, triaxlePayload: 39_000 },
  },
  reefer_container_40: { title: '40 ft refrigerated container', payload: 41_000 },
  flatrack: { title: 'Flat rack container', payload: 41_000 },
  open_top: { title: 'Open top container', payload: 43_000 },
  iso_tank: { title: 'ISO tank container', payload: 39_000 },
  domestic_53: { title: '53 ft domestic container', payload: 42_500, isDomestic: true },
} as const satisfies Readonly<Record<string, Equipment>>;

export type EquipmentType = keyof typeof TABLE;

/** Trailers. All other types are containers on a chassis. */
export type RoadEquipment = {
  [Type in EquipmentType]: (typeof TABLE)[Type] extends { readonly trailer: TrailerCost } ? Type : never;
}[EquipmentType];
export type ContainerEquipment = Exclude<EquipmentType, RoadEquipment>;

/** Pounds of cargo. Heavier loads are heavy haul, which this service does not price. */
export const MAX_WEIGHT_LBS = 120_000;

export const EQUIPMENT_TYPES = Object.keys(TABLE) as readonly string[] as readonly [
  EquipmentType,
  ...EquipmentType[],
];

export const isRoadEquipment = (equipment: EquipmentType): equipment is RoadEquipment =>
  'trailer' in TABLE[equipment];

export const ROAD_EQUIPMENT: readonly RoadEquipment[] = EQUIPMENT_TYPES.filter(isRoadEquipment);

export const CONTAINER_EQUIPMENT: readonly ContainerEquipment[] = EQUIPMENT_TYPES.filter(
  (equipment): equipment is ContainerEquipment => !isRoadEquipment(equipment),
);

export const equipmentLabel = (type: EquipmentType): string => TABLE[type].title;

/** The facts of an equipment type, those that only some have among them. */
export const equipmentFacts = (type: EquipmentType): Equipment => TABLE[type];

export const trailerCost = (type: RoadEquipment): TrailerCost => TABLE[type].trailer;
