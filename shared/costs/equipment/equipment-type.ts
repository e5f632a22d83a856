/** Equipment types of the API. */
export const EQUIPMENT_TYPES = [
  'dryvan',
  'reefer',
  'flatbed',
  'container_20',
  'container_40',
  'container_40hc',
  'container_45hc',
  'reefer_container_20',
  'reefer_container_40',
  'flatrack',
  'open_top',
  'iso_tank',
] as const;
export type EquipmentType = (typeof EQUIPMENT_TYPES)[number];

/** Trailers. All other types are containers on a chassis. */
export const ROAD_EQUIPMENT = ['dryvan', 'reefer', 'flatbed'] as const satisfies readonly EquipmentType[];
export type RoadEquipment = (typeof ROAD_EQUIPMENT)[number];
export type ContainerEquipment = Exclude<EquipmentType, RoadEquipment>;

export const isRoadEquipment = (equipment: EquipmentType): equipment is RoadEquipment =>
  ROAD_EQUIPMENT.some((road) => road === equipment);

export const CONTAINER_EQUIPMENT: readonly ContainerEquipment[] = EQUIPMENT_TYPES.filter(
  (equipment): equipment is ContainerEquipment => !isRoadEquipment(equipment),
);
