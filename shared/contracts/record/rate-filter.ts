import { customerKey } from '../../customers/customer-names.ts';
import { foldText } from '../../platform/text/text-folding.ts';
import { type ContractRate, isEffectiveOn } from '../rate/contract-rate.ts';
import type { ContractRateFilter } from './contract-rate-store.ts';

const hasPart = (text: string, part: string | undefined): boolean =>
  part === undefined || foldText(text).includes(foldText(part));

/** Whether a rate is one of a filter. */
export const matchesFilter = (
  rate: ContractRate,
  { customer, equipment, origin, destination, effectiveOn, externalId }: ContractRateFilter,
): boolean =>
  (customer === undefined || customerKey(rate.customer) === customerKey(customer)) &&
  (equipment === undefined || rate.equipment === equipment) &&
  hasPart(rate.origin.text, origin) &&
  hasPart(rate.destination.text, destination) &&
  (effectiveOn === undefined || isEffectiveOn(rate, effectiveOn)) &&
  (externalId === undefined || rate.externalId === externalId);
