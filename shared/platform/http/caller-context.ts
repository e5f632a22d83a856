import * as v from 'valibot';
import { KEY_MODES } from '../account/account.ts';

/**
 * What the authorizer hands to the gateway and the functions. API Gateway makes every value a string.
 * `refusal` is a ready error body; `refusalStatus` is there when the function must answer it.
 */
export const callerContextSchema = v.object({
  orgId: v.pipe(v.string(), v.nonEmpty()),
  mode: v.picklist(KEY_MODES),
  refusal: v.optional(v.string()),
  refusalStatus: v.optional(v.pipe(v.string(), v.regex(/^4\d\d$/))),
});

export type CallerContext = v.InferOutput<typeof callerContextSchema>;
