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

/** The name for people; an unknown type stays as it is. */
export const equipmentName = (type: string): string =>
  Object.hasOwn(EQUIPMENT, type) ? EQUIPMENT[type as EquipmentType] : type;

const SPELLINGS: readonly (readonly [pattern: RegExp, type: ContainerType])[] = [
  [/^(reefer|rf|refrigerated).*20|20.*(reefer|rf|refrigerated)/, 'reefer_container_20'],
  [/reefer|\brf\b|refrigerated/, 'reefer_container_40'],
  [/flat\s*rack/, 'flatrack'],
  [/open\s*top/, 'open_top'],
  [/tank/, 'iso_tank'],
  [/45/, 'container_45hc'],
  [/40.*(hc|high|hq)|^(hc|hq)$/, 'container_40hc'],
  [/40/, 'container_40'],
  [/20/, 'container_20'],
];

/** The container that a usual spelling such as "40' HC" names; undefined for other text. */
export function readContainer(text: string): ContainerType | undefined {
  const words = text.trim().toLowerCase().replaceAll('_', ' ');
  const name = words.replaceAll(' ', '_');
  if (Object.hasOwn(CONTAINERS, name)) return name as ContainerType;
  return SPELLINGS.find(([pattern]) => pattern.test(words))?.[1];
}
