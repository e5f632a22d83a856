/** What an equipment type is. A trailer drives from door to door; a container moves on a chassis from or to a terminal. */
interface Equipment {
  readonly kind: 'trailer' | 'container';
  /** Name for customers. */
  readonly title: string;
  /** Pounds of cargo within a gross weight of 80,000 lb: with the usual tractor, and chassis if it is a container. */
  readonly payload: number;
  /** The same on a tri-axle chassis. */
  readonly triaxlePayload?: number;
}

/**
 * All equipment types of the API. Payloads of containers: Arrow Link, suggested container weights for U.S. highways; of vans:
 * Hale Trailer, dry van maximum cargo weight, 2025-03-25. Those of other trailers, flat racks, open tops and tanks are general
 * knowledge.
 */
export const EQUIPMENT = {
  dryvan: { kind: 'trailer', title: 'Dry van', payload: 45_000 },
  reefer: { kind: 'trailer', title: 'Refrigerated trailer', payload: 43_500 },
  flatbed: { kind: 'trailer', title: 'Flatbed trailer', payload: 48_000 },
  container_20: { kind: 'container', title: '20 ft container', payload: 35_000, triaxlePayload: 42_000 },
  container_40: { kind: 'container', title: '40 ft container', payload: 44_000 },
  container_40hc: { kind: 'container', title: '40 ft high cube container', payload: 44_000 },
  container_45hc: { kind: 'container', title: '45 ft high cube container', payload: 42_000 },
  reefer_container_20: {
    ...{ kind: 'container', title: '20 ft refrigerated container' },
    ...{ payload: 32_000, triaxlePayload: 39_000 },
  },
  reefer_container_40: { kind: 'container', title: '40 ft refrigerated container', payload: 41_000 },
  flatrack: { kind: 'container', title: 'Flat rack container', payload: 41_000 },
  open_top: { kind: 'container', title: 'Open top container', payload: 43_000 },
  iso_tank: { kind: 'container', title: 'ISO tank container', payload: 39_000 },
} as const satisfies Readonly<Record<string, Equipment>>;

export type EquipmentType = keyof typeof EQUIPMENT;

type OfKind<Kind extends Equipment['kind']> = {
  [Type in EquipmentType]: (typeof EQUIPMENT)[Type]['kind'] extends Kind ? Type : never;
}[EquipmentType];
/** Trailers. All other types are containers on a chassis. */
export type RoadEquipment = OfKind<'trailer'>;
export type ContainerEquipment = OfKind<'container'>;

/** Equipment types of the API. */
export const EQUIPMENT_TYPES = Object.keys(EQUIPMENT) as readonly string[] as readonly [
  EquipmentType,
  ...EquipmentType[],
];

export const isRoadEquipment = (equipment: EquipmentType): equipment is RoadEquipment =>
  EQUIPMENT[equipment].kind === 'trailer';

export const ROAD_EQUIPMENT: readonly RoadEquipment[] = EQUIPMENT_TYPES.filter(isRoadEquipment);

export const CONTAINER_EQUIPMENT: readonly ContainerEquipment[] = EQUIPMENT_TYPES.filter(
  (equipment): equipment is ContainerEquipment => !isRoadEquipment(equipment),
);

/** Name of an equipment type for customers. */
export const equipmentLabel = (type: EquipmentType): string => EQUIPMENT[type].title;

/** The facts of an equipment type, those that only some have among them. */
export const equipmentFacts = (type: EquipmentType): Equipment => EQUIPMENT[type];
