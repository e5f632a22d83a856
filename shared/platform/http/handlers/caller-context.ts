import * as v from 'valibot';
import { KEY_MODES } from '../../account/account.ts';

/**
 * The authorizer's context for the gateway and the functions. API Gateway converts every value to a string.
 * `rejection` is a complete error body. `rejectionStatus` is present if the function must respond with it.
 */
export const callerContextSchema = v.object({
  orgId: v.pipe(v.string(), v.nonEmpty()),
  mode: v.picklist(KEY_MODES),
  /** Scopes of the key: in the event one text, separated by spaces. */
  scopes: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(' ').filter((scope) => scope !== '')),
  ),
  keyId: v.pipe(v.string(), v.nonEmpty()),
  rejection: v.optional(v.string()),
  rejectionStatus: v.optional(v.pipe(v.string(), v.regex(/^4\d\d$/))),
});

export type CallerContext = v.InferOutput<typeof callerContextSchema>;
