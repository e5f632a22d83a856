/** What carries the load, as the interface names it. */
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

/** Goes over the road on its own wheels; everything else is a container on a chassis. */
export const ROAD_EQUIPMENT = ['dryvan', 'reefer', 'flatbed'] as const satisfies readonly EquipmentType[];
export type RoadEquipment = (typeof ROAD_EQUIPMENT)[number];
export type ContainerEquipment = Exclude<EquipmentType, RoadEquipment>;

export const isRoadEquipment = (equipment: EquipmentType): equipment is RoadEquipment =>
  ROAD_EQUIPMENT.some((road) => road === equipment);

export const CONTAINER_EQUIPMENT: readonly ContainerEquipment[] = EQUIPMENT_TYPES.filter(
  (equipment): equipment is ContainerEquipment => !isRoadEquipment(equipment),
);

/** What callers write for them, folded as `readEquipmentType` folds: general usage of the trade, and ISO 6346 size types. */
const SPELLINGS: Readonly<Record<EquipmentType, string>> = {
  dryvan: 'dryvan van dv 53van 53dryvan 53footvan drytruck drytrailer vantrailer',
  reefer: 'reefer refrigerated refrigeratedvan reefervan 53reefer reefertrailer',
  flatbed: 'flatbed fb flatbedtrailer',
  container_20:
    'container20 20container 20 20ft 20dry 20dv 20gp 20st 20std 20standard 22g0 22g1 dry20 teu 20ftcontainer',
  container_40:
    'container40 40container 40 40ft 40dry 40dv 40gp 40st 40std 40standard 42g0 42g1 dry40 feu 40ftcontainer',
  container_40hc: 'container40hc 40hc 40hq 40hcdry 40ftcontainerhc 40fthc 40highcube 45g0 45g1 40hccontainer',
  container_45hc: 'container45hc container45 45 45hc 45hq 45ft 45fthc 45highcube l5g0 l5g1 45hccontainer',
  reefer_container_20:
    'reefercontainer20 20reefercontainer 20reefer reefer20 20rf 20rfr 22r0 22r1 refrigeratedcontainer20',
  reefer_container_40:
    'reefercontainer40 40reefercontainer 40reefer reefer40 40rf 40rh 40hcreefer 45r0 45r1 42r1 refrigeratedcontainer40',
  flatrack: 'flatrack fr flatrackcontainer 20fr 40fr 20flatrack 40flatrack 22p1 42p1 45p3',
  open_top: 'opentop ot opentopcontainer 20ot 40ot 20opentop 40opentop 22u1 42u1',
  iso_tank: 'isotank tank tankcontainer isotankcontainer tk 20tk 20tank 22t1 22t0 22t6',
};

const BY_SPELLING: ReadonlyMap<string, EquipmentType> = new Map(
  EQUIPMENT_TYPES.flatMap((equipment) =>
    SPELLINGS[equipment].split(' ').map((spelling) => [spelling, equipment] as const),
  ),
);

/** The longest text that is looked at. */
const LONGEST_TEXT = 60;

/** The equipment that a text names in any case and common spelling ("Dry Van", "40' HC", "20GP"); undefined for others. */
export function readEquipmentType(text: string): EquipmentType | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  return BY_SPELLING.get(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

/** The same for a container on a chassis; undefined for what goes over the road on its own wheels, too. */
export function readContainerEquipment(text: string): ContainerEquipment | undefined {
  const equipment = readEquipmentType(text);
  return equipment === undefined || isRoadEquipment(equipment) ? undefined : equipment;
}
