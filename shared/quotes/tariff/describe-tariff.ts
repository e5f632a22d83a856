import type { Accessorial } from '../../costs/accessorials/accessorial.ts';
import type { OwnAccessorial, OwnTariff } from '../../costs/accessorials/own-tariff.ts';
import { TARIFF } from '../../costs/accessorials/tariff.ts';
import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import { usd } from '../../costs/model/cents.ts';
import type { AccessorialDocument, TariffDocument } from './tariff-document.ts';

type DescribedCharge = Pick<AccessorialDocument, 'amount' | 'percent' | 'tiers' | 'unit'>;

function describeCharge({
  charge,
  frequency,
}: Pick<OwnAccessorial, 'charge' | 'frequency'>): DescribedCharge {
  const none = { amount: null, percent: null, tiers: [] };
  if ('cents' in charge) return { ...none, amount: usd(charge.cents), unit: frequency };
  if ('percentOfBase' in charge) return { ...none, percent: charge.percentOfBase, unit: 'percent' };
  const tiers = charge.tiers.map(({ fromDay, cents }) => ({ from_day: fromDay, amount: usd(cents) }));
  return { ...none, tiers, unit: frequency };
}

const describeBase = (accessorial: Accessorial): AccessorialDocument => ({
  name: accessorial.name,
  title: accessorial.title,
  ...describeCharge(accessorial),
  quantity: accessorial.defaultQuantity,
  free_time: accessorial.freeTime ?? 0,
  occasion: accessorial.occasion,
  equipment_types: [...accessorial.equipment],
  // A fee of terminals applies only at these, not in the whole port.
  ports: accessorial.at?.terminals === undefined ? [...(accessorial.at?.ports ?? [])] : [],
  terminals: [...(accessorial.at?.terminalNames ?? [])],
  effective_from: '',
  effective_to: '',
  enabled: true,
  source: 'default',
  source_text: accessorial.source,
});

const describeOwn = (entry: OwnAccessorial): AccessorialDocument => ({
  name: entry.name,
  title: entry.title,
  ...describeCharge(entry),
  quantity: entry.defaultQuantity,
  free_time: entry.freeTime,
  occasion: entry.occasion,
  equipment_types: [...entry.equipment],
  ports: [...(entry.places?.ports ?? [])],
  terminals: entry.places?.terminals.map(({ name }) => name) ?? [],
  effective_from: entry.from ?? '',
  effective_to: entry.to ?? '',
  enabled: entry.enabled,
  source: 'custom',
  source_text: '',
});

/** Equipment for which own entries replace the base entries of a name on every day and everywhere. */
const replacedEquipment = (own: readonly OwnAccessorial[]): readonly EquipmentType[] =>
  own
    .filter(({ places, from, to }) => places === undefined && from === undefined && to === undefined)
    .flatMap(({ equipment }) => equipment);

/** All accessorials that can apply, by name in the order of the base tariff, own ones before those of the base tariff. */
export function describeTariff({ version, updatedAt, accessorials }: OwnTariff): TariffDocument {
  const names = new Set([...TARIFF, ...accessorials].map(({ name }) => name));
  return {
    version,
    updated_at: updatedAt,
    accessorials: [...names].flatMap((name) => {
      const own = accessorials.filter((entry) => entry.name === name);
      const replaced = replacedEquipment(own);
      const base = TARIFF.filter((entry) => entry.name === name).flatMap((entry) => {
        const equipment = entry.equipment.filter((type) => !replaced.includes(type));
        return equipment.length === 0 ? [] : [describeBase({ ...entry, equipment })];
      });
      return [...own.map(describeOwn), ...base];
    }),
  };
}
