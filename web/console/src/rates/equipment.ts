import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  equipmentLabel,
} from '../../../../shared/costs/equipment/equipment-type.ts';
import type { ContainerType, EquipmentType } from '../api/client.ts';

const labelled = <Type extends EquipmentType>(types: readonly Type[]) =>
  Object.fromEntries(types.map((type) => [type, equipmentLabel(type)])) as Readonly<Record<Type, string>>;

export const CONTAINERS = labelled<ContainerType>(CONTAINER_EQUIPMENT);
export const EQUIPMENT = labelled<EquipmentType>(EQUIPMENT_TYPES);

export const EQUIPMENT_CHOICES = Object.entries(EQUIPMENT).map(([value, label]) => ({ value, label }));

export const equipmentName = (type: string): string =>
  Object.hasOwn(EQUIPMENT, type) ? EQUIPMENT[type as EquipmentType] : type;
