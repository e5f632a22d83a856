import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  type EquipmentType,
  ROAD_EQUIPMENT,
} from '../equipment/equipment-type.ts';
import { type Accessorial, appliesAt, type Charge, type Frequency } from './accessorial.ts';
import { LARGER, PORT_FEES, TWENTIES } from './port-fees.ts';
import type { ServedTerminal } from './served-terminal.ts';

const PUBLISHED = 'published drayage accessorial schedules, middle of the range';
const PEER = 'a published rate API has this charge in its samples';
const KNOWN = 'general knowledge of the trade, no published schedule';
const SCARCE_CHASSIS =
  'published range of $35-50 a day; its top, because few pools have 45 ft chassis (general knowledge)';
const SPECIAL_CHASSIS =
  'CMA CGM, U.S. inland rule of 2014-09-15: special chassis and permit, $225 a 20 ft, $300 a 40 or 45 ft container';
const REEFER_UNIT =
  'published range of $75-200 for a refrigerated container; its bottom, because the generator set is apart';
const TANK_WASH = 'Agmark Logistics, accessorial rates of 2023-10-01: cleaning, $250 or more';

const usd = (dollars: number): Charge => ({ cents: Math.round(dollars * 100) });

const charge = (
  name: string,
  title: string,
  amount: Charge,
  frequency: Frequency,
  equipment: readonly EquipmentType[],
  source: string,
  more: Partial<Accessorial> = {},
): Accessorial => ({
  name,
  title,
  charge: amount,
  frequency,
  defaultQuantity: 1,
  occasion: 'on request',
  equipment,
  source,
  ...more,
});

const BOXED: readonly EquipmentType[] = ['dryvan', 'reefer'];
const REEFER_CONTAINERS: readonly EquipmentType[] = ['reefer_container_20', 'reefer_container_40'];
/** A tank's own charge includes its chassis. */
const ON_POOL_CHASSIS = CONTAINER_EQUIPMENT.filter((equipment) => equipment !== 'iso_tank');
const ON_COMMON_CHASSIS = ON_POOL_CHASSIS.filter((equipment) => equipment !== 'container_45hc');
const AFTER = { occasion: 'after the move' } as const;
const BY_EQUIPMENT = { occasion: 'by equipment' } as const;
const CHASSIS_DAYS = {
  defaultQuantity: 3,
  usual: 'A container moves on a chassis, which is rented by the day.',
} as const;

/**
 * Every charge of the tariff. A name occurs more than once where its amount depends on equipment or terminal, and then
 * at most once for an equipment at a terminal. Per-day charges have the days that a move usually takes as quantity.
 */
export const TARIFF: readonly Accessorial[] = [
  charge('chassis', 'Chassis', usd(40), 'per day', ON_COMMON_CHASSIS, PUBLISHED, CHASSIS_DAYS),
  charge('chassis', 'Chassis, 45 ft', usd(50), 'per day', ['container_45hc'], SCARCE_CHASSIS, CHASSIS_DAYS),
  charge('triaxle', 'Tri-axle chassis', usd(110), 'per day', ON_POOL_CHASSIS, PUBLISHED, {
    defaultQuantity: 3,
    replaces: ['chassis'],
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
    { ofFuelToo: true },
  ),
  charge('genset', 'Generator set', usd(50), 'per container', REEFER_CONTAINERS, PUBLISHED, BY_EQUIPMENT),
  charge('overweight', 'Overweight', usd(225), 'per container', TWENTIES, SPECIAL_CHASSIS),
  charge('overweight', 'Overweight', usd(300), 'per container', LARGER, SPECIAL_CHASSIS),
  charge('hazmat', 'Hazardous materials', usd(200), 'per container', CONTAINER_EQUIPMENT, PUBLISHED),
  charge('hazmat', 'Hazardous materials', usd(200), 'per load', ROAD_EQUIPMENT, PUBLISHED),
  charge('liftgate', 'Liftgate', usd(75), 'per occurrence', BOXED, PEER),
  charge('inside_delivery', 'Inside delivery', usd(100), 'per occurrence', BOXED, PEER),
  charge('residential', 'Residential delivery', usd(100), 'per occurrence', EQUIPMENT_TYPES, KNOWN),
  charge('limited_access', 'Limited access', usd(100), 'per occurrence', EQUIPMENT_TYPES, KNOWN),
  charge('stop_off', 'Stop-off', usd(100), 'per stop', EQUIPMENT_TYPES, PUBLISHED),
  charge('tarp', 'Tarping', usd(100), 'per load', ['flatbed'], KNOWN),
  charge('tank_cleaning', 'Tank cleaning', usd(250), 'per occurrence', ['iso_tank'], TANK_WASH, {
    usual: 'A tank is returned clean; cleaning is ordered apart from the move.',
  }),
  charge('team_drivers', 'Team drivers', usd(0.4), 'per mile', EQUIPMENT_TYPES, KNOWN),
  charge('guaranteed', 'Guaranteed service', { percentOfBase: 15 }, 'per load', EQUIPMENT_TYPES, KNOWN),
  charge(
    'reefer_handling',
    'Reefer container',
    usd(75),
    'per container',
    REEFER_CONTAINERS,
    REEFER_UNIT,
    BY_EQUIPMENT,
  ),
  charge('flatrack', 'Flat rack', usd(150), 'per container', ['flatrack'], PUBLISHED, BY_EQUIPMENT),
  charge('open_top', 'Open top', usd(150), 'per container', ['open_top'], PUBLISHED, BY_EQUIPMENT),
  charge(
    'iso_tank',
    'ISO tank with tank chassis',
    usd(225),
    'per container',
    ['iso_tank'],
    SPECIAL_CHASSIS,
    BY_EQUIPMENT,
  ),
  charge('detention', 'Detention', usd(80), 'per hour', EQUIPMENT_TYPES, PUBLISHED, AFTER),
  charge('layover', 'Layover', usd(500), 'per occurrence', EQUIPMENT_TYPES, PUBLISHED, AFTER),
  charge('dry_run', 'Dry run', usd(150), 'per occurrence', EQUIPMENT_TYPES, PUBLISHED, AFTER),
  ...PORT_FEES,
];

/** The charges that a quote of an equipment can have at some terminal or without one, in the tariff's order. */
export const quotableCharges = (equipment: EquipmentType): readonly Accessorial[] =>
  TARIFF.filter(
    (accessorial) => accessorial.occasion !== 'after the move' && accessorial.equipment.includes(equipment),
  );

/** Those of them that can apply at a terminal; undefined: to a move without one. */
export const chargesAt = (
  equipment: EquipmentType,
  terminal: ServedTerminal | undefined,
): readonly Accessorial[] =>
  quotableCharges(equipment).filter((accessorial) => appliesAt(accessorial, terminal));
