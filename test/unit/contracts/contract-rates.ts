import type { ContractRate } from '../../../shared/contracts/rate/contract-rate.ts';
import { createContractRateIds } from '../../../shared/contracts/rate/contract-rate-id.ts';

const newRateId = createContractRateIds();

/** A flat rate of 500 USD for everyone and everywhere, with a new id, except for `fields`. */
export const contractRate = (fields: Partial<ContractRate> = {}): ContractRate => ({
  rateId: newRateId(new Date('2026-11-02T00:00:00Z')),
  version: 1,
  updatedAt: '2026-11-02T00:00:00.000Z',
  customer: '',
  origin: { key: 'any:*', text: '*' },
  destination: { key: 'any:*', text: '*' },
  equipment: 'container_40',
  rateType: 'flat',
  amount: 50_000,
  minimumCents: undefined,
  fuel: 'included',
  accessorialOverrides: {},
  effectiveFrom: '2026-01-01',
  effectiveTo: undefined,
  tiers: [],
  externalId: '',
  ...fields,
});
