import { numberError } from '../format/typed-number.ts';
import type { ChargeDraft } from './charge-draft.ts';
import { PERCENT, USD } from './strategy-limits.ts';

/** What is wrong with prices of accessorials. @param path of the prices in the names of fields */
export const chargeErrors = (path: string, charges: readonly ChargeDraft[]) =>
  charges.map(
    ({ name, unit, amount }) =>
      [`${path}.${name}.${unit}`, numberError(amount, unit === 'rate' ? USD : PERCENT)] as const,
  );
