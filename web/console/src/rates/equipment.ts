import type { ContainerType, EquipmentType } from '../api/client.ts';

export const CONTAINERS: Readonly<Record<ContainerType, string>> = {
  container_20: "20' container",
  container_40: "40' container",
  container_40hc: "40' high cube",
  container_45hc: "45' high cube",
  reefer_container_20: "20' refrigerated container",
  reefer_container_40: "40' refrigerated container",
  flatrack: 'Flat rack',
  open_top: 'Open top',
  iso_tank: 'ISO tank',
};

export const EQUIPMENT: Readonly<Record<EquipmentType, string>> = {
  dryvan: 'Dry van',
  reefer: 'Refrigerated trailer',
  flatbed: 'Flatbed',
  ...CONTAINERS,
};

export const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));

/** The name for people; an unknown type stays as it is. */
export const equipmentName = (type: string): string =>
  Object.hasOwn(EQUIPMENT, type) ? EQUIPMENT[type as EquipmentType] : type;
