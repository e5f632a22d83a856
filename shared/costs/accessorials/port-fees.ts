import { terminalId } from '../../terminals/catalogue/terminal-id.ts';
import { CONTAINER_EQUIPMENT, type EquipmentType } from '../equipment/equipment-type.ts';
import type { Accessorial } from './accessorial.ts';

/** Containers of 20 ft (one TEU). */
export const TWENTY_FOOT: readonly EquipmentType[] = ['container_20', 'reefer_container_20', 'iso_tank'];
/** All other containers count as two TEU. */
export const OVER_TWENTY_FOOT: readonly EquipmentType[] = CONTAINER_EQUIPMENT.filter(
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
export const PORT_FEES: readonly Accessorial[] = [
  fee(...TMF, 38_78, TWENTY_FOOT, LOS_ANGELES, TRAFFIC_MITIGATION),
  fee(...TMF, 77_56, OVER_TWENTY_FOOT, LOS_ANGELES, TRAFFIC_MITIGATION),
  fee(...CTF, 10_00, TWENTY_FOOT, LOS_ANGELES, CLEAN_TRUCKS),
  fee(...CTF, 20_00, OVER_TWENTY_FOOT, LOS_ANGELES, CLEAN_TRUCKS),
  fee(...GATE, 40_00, CONTAINER_EQUIPMENT, inOakland('Oakland International Container Terminal'), OICT_GATE),
  fee(...GATE, 30_00, CONTAINER_EQUIPMENT, inOakland('TraPac Oakland'), TRAPAC_GATE),
];
