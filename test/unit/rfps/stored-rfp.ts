import { createRfpIds, newStoredRfp, type StoredRfp } from '../../../shared/rfps/record/stored-rfp.ts';

export const CREATED_AT = new Date('2026-10-07T17:00:00.000Z');
const newId = createRfpIds();

/** A priced RFP of ten lanes without results, with some other fields. */
export const storedRfp = (changed: Partial<StoredRfp>): StoredRfp => ({
  ...newStoredRfp({
    rfpId: newId(CREATED_AT),
    name: 'Drayage 2027',
    customer: 'Acme',
    customerReference: '',
    equipment: 'container_40',
    requirements: [],
    pricing: { asOf: CREATED_AT.toISOString(), strategyVersion: 0 },
    lanes: 10,
    calls: 1,
    period: '2026-10',
  }),
  remaining: 0,
  ...changed,
});
