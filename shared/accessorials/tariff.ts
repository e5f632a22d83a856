import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  type EquipmentType,
  ROAD_EQUIPMENT,
} from '../equipment/equipment-type.ts';
import type { Accessorial, Charge, Frequency, Occasion } from './accessorial.ts';

const PUBLISHED = 'published drayage accessorial schedules, middle of the range seen';
const PEER = 'a published rate API shows this charge in its samples';
const KNOWN = 'general knowledge of the trade; no published schedule at hand';
const PORT_FEES = 'fee schedules of the ports of Los Angeles and Long Beach, from 2025-08-01';

const usd = (dollars: number): Charge => ({ cents: Math.round(dollars * 100) });

const charge = (
  name: string,
  title: string,
  amount: Charge,
  frequency: Frequency,
  equipment: readonly EquipmentType[],
  source: string,
  { occasion = 'on request' as Occasion, defaultQuantity = 1 } = {},
): Accessorial => ({ name, title, charge: amount, frequency, defaultQuantity, occasion, equipment, source });

const BOXED: readonly EquipmentType[] = ['dryvan', 'reefer'];
const REEFER_CONTAINERS: readonly EquipmentType[] = ['reefer_container_20', 'reefer_container_40'];
const TWENTIES: readonly EquipmentType[] = ['container_20', 'reefer_container_20', 'iso_tank'];
const LARGER = CONTAINER_EQUIPMENT.filter((equipment) => !TWENTIES.includes(equipment));
const AFTER = { occasion: 'after the move' } as const;
const BY_EQUIPMENT = { occasion: 'by equipment' } as const;

const atLosAngeles = (fee: Accessorial): Accessorial => ({
  ...fee,
  occasion: 'port fee',
  portCities: ['Los Angeles', 'Long Beach'],
});

/**
 * Every charge there is; a name occurs more than once where its amount depends on the equipment, and then never twice
 * for the same one. Per-day charges have the days a move usually takes as their quantity.
 */
export const TARIFF: readonly Accessorial[] = [
  charge('chassis', 'Chassis', usd(40), 'per day', CONTAINER_EQUIPMENT, PUBLISHED, { defaultQuantity: 3 }),
  charge('triaxle', 'Tri-axle chassis', usd(110), 'per day', CONTAINER_EQUIPMENT, PUBLISHED, {
    defaultQuantity: 3,
  }),
  charge('chassis_split', 'Chassis split', usd(100), 'per occurrence', CONTAINER_EQUIPMENT, PUBLISHED),
  charge('prepull', 'Pre-pull', usd(150), 'per container', CONTAINER_EQUIPMENT, PUBLISHED),
  charge('storage', 'Yard storage', usd(50), 'per day', CONTAINER_EQUIPMENT, PUBLISHED),
  charge(
    'drop_and_pick',
    'Drop and pick',
    { percentOfBase: 100 },
    'per container',
    CONTAINER_EQUIPMENT,
    PUBLISHED,
  ),
  charge('genset', 'Generator set', usd(50), 'per container', REEFER_CONTAINERS, PUBLISHED),
  charge('overweight', 'Overweight', usd(150), 'per container', CONTAINER_EQUIPMENT, KNOWN),
  charge('hazmat', 'Hazardous materials', usd(200), 'per container', CONTAINER_EQUIPMENT, PUBLISHED),
  charge('hazmat', 'Hazardous materials', usd(200), 'per load', ROAD_EQUIPMENT, PUBLISHED),
  charge('liftgate', 'Liftgate', usd(75), 'per occurrence', BOXED, PEER),
  charge('inside_delivery', 'Inside delivery', usd(100), 'per occurrence', BOXED, PEER),
  charge('residential', 'Residential delivery', usd(100), 'per occurrence', EQUIPMENT_TYPES, KNOWN),
  charge('limited_access', 'Limited access', usd(100), 'per occurrence', EQUIPMENT_TYPES, KNOWN),
  charge('stop_off', 'Stop-off', usd(100), 'per stop', EQUIPMENT_TYPES, PUBLISHED),
  charge('tarp', 'Tarping', usd(100), 'per load', ['flatbed'], KNOWN),
  charge('team_drivers', 'Team drivers', usd(0.4), 'per mile', EQUIPMENT_TYPES, KNOWN),
  charge('guaranteed', 'Guaranteed service', { percentOfBase: 15 }, 'per load', EQUIPMENT_TYPES, KNOWN),
  charge(
    'reefer_handling',
    'Reefer container',
    usd(125),
    'per container',
    REEFER_CONTAINERS,
    PUBLISHED,
    BY_EQUIPMENT,
  ),
  charge('flatrack', 'Flat rack', usd(150), 'per container', ['flatrack'], PUBLISHED, BY_EQUIPMENT),
  charge('open_top', 'Open top', usd(150), 'per container', ['open_top'], PUBLISHED, BY_EQUIPMENT),
  charge('iso_tank', 'ISO tank', usd(150), 'per container', ['iso_tank'], KNOWN, BY_EQUIPMENT),
  charge('detention', 'Detention', usd(80), 'per hour', EQUIPMENT_TYPES, PUBLISHED, AFTER),
  charge('layover', 'Layover', usd(500), 'per occurrence', EQUIPMENT_TYPES, PUBLISHED, AFTER),
  charge('dry_run', 'Dry run', usd(150), 'per occurrence', EQUIPMENT_TYPES, PUBLISHED, AFTER),
  ...[
    charge(
      'traffic_mitigation_fee',
      'Traffic mitigation fee',
      usd(38.78),
      'per container',
      TWENTIES,
      PORT_FEES,
    ),
    charge(
      'traffic_mitigation_fee',
      'Traffic mitigation fee',
      usd(77.56),
      'per container',
      LARGER,
      PORT_FEES,
    ),
    charge('clean_truck_fund', 'Clean truck fund', usd(10), 'per container', TWENTIES, PORT_FEES),
    charge('clean_truck_fund', 'Clean truck fund', usd(20), 'per container', LARGER, PORT_FEES),
  ].map(atLosAngeles),
];

/** The charge of that name for an equipment; undefined where there is none. */
export const accessorialFor = (name: string, equipment: EquipmentType): Accessorial | undefined =>
  TARIFF.find((accessorial) => accessorial.name === name && accessorial.equipment.includes(equipment));

/** Names that may be asked for with an equipment, port fees included, in the tariff's order. */
export const requestableNames = (equipment: EquipmentType): readonly string[] =>
  TARIFF.filter(({ occasion }) => occasion === 'on request' || occasion === 'port fee')
    .filter((accessorial) => accessorial.equipment.includes(equipment))
    .map(({ name }) => name);
