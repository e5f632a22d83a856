import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import type { OutgoingMessage } from '../../platform/sqs/sqs-message-queue.ts';
import { parseRfpId, type ResultsContent, type RfpId, resultsContentFields } from '../record/stored-rfp.ts';

/**
 * A chunk of a run to price, a file of lanes to read, a file of results to write, or a deleted RFP that is to be
 * erased.
 */
export type RfpMessage =
  | { readonly account: Account; readonly rfpId: RfpId; readonly run: number; readonly chunk: number }
  | { readonly account: Account; readonly rfpId: RfpId; readonly results: ResultsContent }
  | { readonly account: Account; readonly rfpId: RfpId; readonly fileBytes: number }
  | { readonly account: Account; readonly rfpId: RfpId; readonly erase: true };

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const rfp = {
  orgId: v.pipe(v.string(), v.nonEmpty()),
  mode: v.picklist(KEY_MODES),
  rfpId: v.custom<RfpId>((value) => parseRfpId(value) !== undefined),
};
const body = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ ...rfp, erase: v.literal(true) }),
    v.object({ ...rfp, results: v.object(resultsContentFields) }),
    v.object({ ...rfp, fileBytes: number }),
    v.object({ ...rfp, run: v.pipe(number, v.minValue(1)), chunk: number }),
  ]),
);

/** Organization and mode are the message group, so that a large RFP does not delay other organizations. */
export function writeRfpMessage({ account: { orgId, mode }, ...work }: RfpMessage): OutgoingMessage {
  return { body: JSON.stringify({ orgId, mode, ...work }), group: `${orgId}#${mode}` };
}

/** Parses the body of a message; undefined if it is not one of an RFP. */
export function readRfpMessage(text: string): RfpMessage | undefined {
  const parsed = v.safeParse(body, text);
  if (!parsed.success) return undefined;
  const { orgId, mode, ...work } = parsed.output;
  return { account: { orgId, mode }, ...work };
}
