import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';

const LABELS: Readonly<Record<EquipmentType, string>> = {
  dryvan: 'Dry van',
  reefer: 'Refrigerated trailer',
  flatbed: 'Flatbed trailer',
  container_20: '20 ft container',
  container_40: '40 ft container',
  container_40hc: '40 ft high cube container',
  container_45hc: '45 ft high cube container',
  reefer_container_20: '20 ft refrigerated container',
  reefer_container_40: '40 ft refrigerated container',
  flatrack: 'Flat rack container',
  open_top: 'Open top container',
  iso_tank: 'ISO tank container',
};

/** Name of an equipment type for customers. */
export const equipmentLabel = (type: EquipmentType): string => LABELS[type];
