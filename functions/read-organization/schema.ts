import * as v from 'valibot';
import { KEY_SCOPES } from '../../shared/accounts/api-keys/key-scope.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The 200 body. */
export const readOrganizationResponse = v.looseObject({
  status: v.literal('success'),
  data: v.looseObject({
    id: v.string(),
    name: v.string(),
    mode: v.picklist(['test', 'live']),
    keyId: v.string(),
    scopes: v.array(v.picklist(KEY_SCOPES)),
    plan: v.picklist(['standard', 'enterprise']),
    limits: v.looseObject({
      requestsPerMinute: count,
      burst: count,
      ratesPerMonth: count,
      quotesPerMonth: v.nullable(count),
    }),
    billing: v.boolean(),
  }),
});
