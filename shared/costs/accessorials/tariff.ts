import {
  stableTerminalId,
  type Terminal,
  type TerminalType,
  terminalId,
} from '../../terminals/catalogue/terminal.ts';
import {
  CONTAINER_EQUIPMENT,
  EQUIPMENT_TYPES,
  type EquipmentType,
  ROAD_EQUIPMENT,
} from '../equipment/equipment-type.ts';

/** The facts of a move's terminal that fees depend on. */
export interface ServedTerminal {
  /** "city" for a move end that is not a terminal. No fees apply there. */
  readonly type: TerminalType | 'city';
  readonly name: string;
  /** UN/LOCODE of its port. */
  readonly port?: string | undefined;
  /** Stable id that does not change when the terminal is renamed. */
  readonly terminalKey?: string | undefined;
}

/** The facts of a terminal of the catalogue. */
export const servedTerminal = (terminal: Terminal): ServedTerminal => ({
  type: terminal.type,
  name: terminal.name,
  port: terminal.port,
  terminalKey: stableTerminalId(terminal),
});

export const FREQUENCIES = [
  'flat',
  'per container',
  'per load',
  'per day',
  'per hour',
  'per mile',
  'per stop',
  'per occurrence',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Whether charges of the frequency can have free time. */
export const isTimed = (frequency: Frequency): boolean => frequency === 'per day' || frequency === 'per hour';

/**
 * When a charge applies.
 * - on request: if the caller requests it
 * - by equipment: always with its equipment
 * - port fee: at some marine terminals, if the caller requests it or the strategy charges port fees
 * - after the move: for events during the move; never part of the price of a quote, but of its schedule of charges
 */
export const OCCASIONS = ['on request', 'by equipment', 'port fee', 'after the move'] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** Integer cents per unit of the frequency, or a percentage of the base rate. */
export type Charge = { readonly cents: number } | { readonly percentOfBase: number };

export interface Accessorial {
  /** Name in requests: "chassis_split". */
  readonly name: string;
  /** Name for display: "Chassis split". */
  readonly title: string;
  readonly charge: Charge;
  readonly frequency: Frequency;
  /** Units charged by default. A "per mile" charge uses the miles of the move instead. */
  readonly defaultQuantity: number;
  readonly occasion: Occasion;
  readonly equipment: readonly EquipmentType[];
  /** Source of the amount, with its date if known. */
  readonly source: string;
  /** Marine terminals that charge it: all terminals of `ports`, or only `terminals` (keys). Absent: everywhere. */
  readonly at?: {
    readonly ports: readonly string[];
    readonly terminals?: readonly string[];
    /** Names of `terminals`, for display. */
    readonly terminalNames?: readonly string[];
  };
  /** Whether a percentage applies to base rate plus fuel surcharge, because the charge is a second trip. */
  readonly includesFuel?: boolean;
  /** For a usual charge: why moves usually have it. Callers read this sentence if the price excludes the charge. */
  readonly usualReason?: string;
  /** Hours or days that are not charged. Default: none. */
  readonly freeTime?: number;
  /** For a charge of the schedule of a quote: when it applies, as a sentence for customers. */
  readonly applies?: string;
  /** Names of usual charges that this charge replaces. */
  readonly replaces?: readonly string[];
}

/** Whether a charge can apply to a move at a terminal (undefined: a move without a terminal). */
export function appliesAt({ at }: Accessorial, terminal: ServedTerminal | undefined): boolean {
  if (at === undefined) return true;
  if (terminal?.type !== 'marine') return false;
  if (terminal.port === undefined || !at.ports.includes(terminal.port)) return false;
  return (
    at.terminals === undefined ||
    (terminal.terminalKey !== undefined && at.terminals.includes(terminal.terminalKey))
  );
}

/** Containers of 20 ft (one TEU). */
const TWENTY_FOOT: readonly EquipmentType[] = ['container_20', 'reefer_container_20', 'iso_tank'];
/** All other containers count as two TEU. */
const OVER_TWENTY_FOOT: readonly EquipmentType[] = CONTAINER_EQUIPMENT.filter(
  (equipment) => !TWENTY_FOOT.includes(equipment),
);

const TRAFFIC_MITIGATION =
  'West Coast MTO Agreement (PierPass): $38.78 a 20 ft and $77.56 any other loaded container from 2025-08-01; a later increase is not confirmed';
const CLEAN_TRUCKS =
  'Ports of Los Angeles and Long Beach: $10 per loaded TEU since 2022-04-01, unchanged in May 2025 (Port of Los Angeles); zero-emission trucks pay none';
const OICT_GATE = 'Maersk advisory of 2024-08-09: OICT gate fee of $40 a loaded container, import and export';
const TRAPAC_GATE = 'TraPac, Oakland extended gate fee: $30 a loaded container from 2018-10-29';

const LOS_ANGELES = { ports: ['USLAX', 'USLGB'] };
const inOakland = (terminal: string) => ({
  ports: ['USOAK'],
  terminals: [terminalId(terminal)],
  terminalNames: [terminal],
});

const fee = (
  name: string,
  title: string,
  cents: number,
  equipment: readonly EquipmentType[],
  at: NonNullable<Accessorial['at']>,
  source: string,
): Accessorial => ({
  name,
  title,
  charge: { cents },
  frequency: 'per container',
  defaultQuantity: 1,
  occasion: 'port fee',
  equipment,
  source,
  at,
  usualReason: 'The terminal charges this fee for each loaded container that a truck picks up or delivers.',
});

const TMF = ['traffic_mitigation_fee', 'Traffic mitigation fee'] as const;
const CTF = ['clean_truck_fund', 'Clean truck fund'] as const;
const GATE = ['extended_gate_fee', 'Extended gate fee'] as const;

/**
 * Published fees that truckers or cargo owners pay to marine terminals. Not included: fees that ocean carriers pay (the
 * cargo facility charge of New York and New Jersey, the scanning fee of San Juan), and fees without a dated amount.
 */
const PORT_FEES: readonly Accessorial[] = [
  fee(...TMF, 38_78, TWENTY_FOOT, LOS_ANGELES, TRAFFIC_MITIGATION),
  fee(...TMF, 77_56, OVER_TWENTY_FOOT, LOS_ANGELES, TRAFFIC_MITIGATION),
  fee(...CTF, 10_00, TWENTY_FOOT, LOS_ANGELES, CLEAN_TRUCKS),
  fee(...CTF, 20_00, OVER_TWENTY_FOOT, LOS_ANGELES, CLEAN_TRUCKS),
  fee(...GATE, 40_00, CONTAINER_EQUIPMENT, inOakland('Oakland International Container Terminal'), OICT_GATE),
  fee(...GATE, 30_00, CONTAINER_EQUIPMENT, inOakland('TraPac Oakland'), TRAPAC_GATE),
];

const PUBLISHED_SCHEDULES = 'published drayage accessorial schedules, middle of the range';
const RATE_API_SAMPLES = 'a published rate API has this charge in its samples';
const GENERAL_KNOWLEDGE = 'general knowledge of the trade, no published schedule';
const SCARCE_CHASSIS =
  'published range of $35-50 a day; its top, because few pools have 45 ft chassis (general knowledge)';
const SPECIAL_CHASSIS =
  'CMA CGM, U.S. inland rule of 2014-09-15: special chassis and permit, $225 a 20 ft, $300 a 40 or 45 ft container';
const REEFER_UNIT =
  'published range of $75-200 for a refrigerated container; its bottom, because the generator set is charged separately';
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

const ENCLOSED_TRAILERS: readonly EquipmentType[] = ['dryvan', 'reefer'];
const REEFER_CONTAINERS: readonly EquipmentType[] = ['reefer_container_20', 'reefer_container_40'];
/** The charge of an ISO tank includes its chassis. */
const ON_POOL_CHASSIS = CONTAINER_EQUIPMENT.filter((equipment) => equipment !== 'iso_tank');
const ON_COMMON_CHASSIS = ON_POOL_CHASSIS.filter((equipment) => equipment !== 'container_45hc');
const AFTER_THE_MOVE = { occasion: 'after the move' } as const;
const BY_EQUIPMENT = { occasion: 'by equipment' } as const;
const CHASSIS_DAYS = {
  defaultQuantity: 3,
  usualReason: 'A container moves on a chassis, which is rented by the day.',
} as const;

/**
 * All charges. A name occurs more than once if its amount depends on the equipment or the terminal, but only once for an
 * equipment type at a terminal. The quantity of per-day charges is the usual number of days.
 */
export const TARIFF: readonly Accessorial[] = [
  charge('chassis', 'Chassis', usd(40), 'per day', ON_COMMON_CHASSIS, PUBLISHED_SCHEDULES, CHASSIS_DAYS),
  charge('chassis', 'Chassis, 45 ft', usd(50), 'per day', ['container_45hc'], SCARCE_CHASSIS, CHASSIS_DAYS),
  charge('triaxle', 'Tri-axle chassis', usd(110), 'per day', ON_POOL_CHASSIS, PUBLISHED_SCHEDULES, {
    defaultQuantity: 3,
    replaces: ['chassis'],
  }),
  charge(
    'chassis_split',
    'Chassis split',
    usd(100),
    'per occurrence',
    CONTAINER_EQUIPMENT,
    PUBLISHED_SCHEDULES,
  ),
  charge('prepull', 'Pre-pull', usd(150), 'per container', CONTAINER_EQUIPMENT, PUBLISHED_SCHEDULES),
  charge('storage', 'Yard storage', usd(50), 'per day', CONTAINER_EQUIPMENT, PUBLISHED_SCHEDULES, {
    applies: 'The container waits in a yard, for each day that the price does not include.',
  }),
  charge(
    'drop_and_pick',
    'Drop and pick',
    { percentOfBase: 100 },
    'per container',
    CONTAINER_EQUIPMENT,
    PUBLISHED_SCHEDULES,
    { includesFuel: true },
  ),
  charge(
    'genset',
    'Generator set',
    usd(50),
    'per container',
    REEFER_CONTAINERS,
    PUBLISHED_SCHEDULES,
    BY_EQUIPMENT,
  ),
  charge('overweight', 'Overweight', usd(225), 'per container', TWENTY_FOOT, SPECIAL_CHASSIS),
  charge('overweight', 'Overweight', usd(300), 'per container', OVER_TWENTY_FOOT, SPECIAL_CHASSIS),
  charge(
    'hazmat',
    'Hazardous materials',
    usd(200),
    'per container',
    CONTAINER_EQUIPMENT,
    PUBLISHED_SCHEDULES,
  ),
  charge('hazmat', 'Hazardous materials', usd(200), 'per load', ROAD_EQUIPMENT, PUBLISHED_SCHEDULES),
  charge('liftgate', 'Liftgate', usd(75), 'per occurrence', ENCLOSED_TRAILERS, RATE_API_SAMPLES),
  charge(
    'inside_delivery',
    'Inside delivery',
    usd(100),
    'per occurrence',
    ENCLOSED_TRAILERS,
    RATE_API_SAMPLES,
  ),
  charge(
    'residential',
    'Residential delivery',
    usd(100),
    'per occurrence',
    EQUIPMENT_TYPES,
    GENERAL_KNOWLEDGE,
  ),
  charge('limited_access', 'Limited access', usd(100), 'per occurrence', EQUIPMENT_TYPES, GENERAL_KNOWLEDGE),
  charge('stop_off', 'Stop-off', usd(100), 'per stop', EQUIPMENT_TYPES, PUBLISHED_SCHEDULES),
  charge('tarp', 'Tarping', usd(100), 'per load', ['flatbed', 'step_deck', 'hot_shot'], GENERAL_KNOWLEDGE),
  charge('tank_cleaning', 'Tank cleaning', usd(250), 'per occurrence', ['iso_tank'], TANK_WASH, {
    usualReason: 'A tank is returned clean; cleaning is ordered separately from the move.',
  }),
  charge('team_drivers', 'Team drivers', usd(0.4), 'per mile', EQUIPMENT_TYPES, GENERAL_KNOWLEDGE),
  charge(
    'guaranteed',
    'Guaranteed service',
    { percentOfBase: 15 },
    'per load',
    EQUIPMENT_TYPES,
    GENERAL_KNOWLEDGE,
  ),
  charge(
    'reefer_handling',
    'Reefer container',
    usd(75),
    'per container',
    REEFER_CONTAINERS,
    REEFER_UNIT,
    BY_EQUIPMENT,
  ),
  charge('flatrack', 'Flat rack', usd(150), 'per container', ['flatrack'], PUBLISHED_SCHEDULES, BY_EQUIPMENT),
  charge('open_top', 'Open top', usd(150), 'per container', ['open_top'], PUBLISHED_SCHEDULES, BY_EQUIPMENT),
  charge(
    'iso_tank',
    'ISO tank with tank chassis',
    usd(225),
    'per container',
    ['iso_tank'],
    SPECIAL_CHASSIS,
    BY_EQUIPMENT,
  ),
  charge('detention', 'Detention', usd(80), 'per hour', EQUIPMENT_TYPES, PUBLISHED_SCHEDULES, {
    ...AFTER_THE_MOVE,
    freeTime: 2,
    applies: 'The driver waits at a stop for longer than the free time.',
  }),
  charge('per_diem', 'Per diem', usd(150), 'per day', CONTAINER_EQUIPMENT, GENERAL_KNOWLEDGE, {
    ...AFTER_THE_MOVE,
    freeTime: 4,
    applies: 'The container is kept for longer than the free time. Its owner decides amount and free time.',
  }),
  charge('layover', 'Layover', usd(500), 'per occurrence', EQUIPMENT_TYPES, PUBLISHED_SCHEDULES, {
    ...AFTER_THE_MOVE,
    applies: 'The driver has to stay overnight for a reason at a stop.',
  }),
  charge('dry_run', 'Dry run', usd(150), 'per occurrence', EQUIPMENT_TYPES, PUBLISHED_SCHEDULES, {
    ...AFTER_THE_MOVE,
    applies: 'The truck arrives, and the load is not ready or not released.',
  }),
  charge('redelivery', 'Redelivery', usd(150), 'per occurrence', EQUIPMENT_TYPES, GENERAL_KNOWLEDGE, {
    ...AFTER_THE_MOVE,
    applies: 'A delivery is refused or missed, and is made again.',
  }),
  ...PORT_FEES,
];

/** The charges that a quote of an equipment type can have at any terminal or without one, in the order of the tariff. */
export const quotableCharges = (equipment: EquipmentType): readonly Accessorial[] =>
  TARIFF.filter(
    (accessorial) => accessorial.occasion !== 'after the move' && accessorial.equipment.includes(equipment),
  );

/** The quotable charges that can apply at a terminal; undefined: to a move without a terminal. */
export const chargesAt = (
  equipment: EquipmentType,
  terminal: ServedTerminal | undefined,
): readonly Accessorial[] =>
  quotableCharges(equipment).filter((accessorial) => appliesAt(accessorial, terminal));
