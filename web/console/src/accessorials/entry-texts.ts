import type { Accessorial } from '../api/client.ts';
import { dayText } from '../format/dates.ts';
import { dollars } from '../format/money.ts';
import { EQUIPMENT, equipmentName } from '../rates/equipment.ts';
import type { Occasion } from './entry-draft.ts';

export const OCCASIONS: Readonly<Record<Occasion, string>> = {
  'on request': 'On request',
  'by equipment': 'Always with its equipment',
  'port fee': 'Fee of terminals',
  'after the move': 'After the move, never in a quote',
};

/** The price of an accessorial with its unit. */
export function priceText({
  enabled,
  amount,
  percent,
  tiers,
  unit,
  quantity,
  free_time,
}: Accessorial): string {
  if (!enabled) return 'Not offered';
  if (percent !== null) return `${percent}% of the base rate`;
  const usual = quantity === 1 ? '' : `, ${quantity} in a quote`;
  if (amount === null)
    return `${tiers.map((tier) => `${dollars(tier.amount)} from day ${tier.from_day}`).join(', ')}${usual}`;
  return `${dollars(amount)} ${unit}${usual}${free_time === 0 ? '' : `, ${free_time} of them free`}`;
}

/** Equipment, places and days to which an accessorial applies. */
export function scopeText({
  equipment_types: equipment,
  ports,
  terminals,
  effective_from: from,
  effective_to: to,
}: Accessorial): string {
  const isAll = equipment.length === Object.keys(EQUIPMENT).length;
  return [
    isAll ? 'All equipment' : equipment.map(equipmentName).join(', '),
    ...(ports.length + terminals.length === 0 ? [] : [`at ${[...ports, ...terminals].join(', ')}`]),
    ...(from === '' ? [] : [`from ${dayText(from)}`]),
    ...(to === '' ? [] : [`until ${dayText(to)}`]),
  ].join('; ');
}
