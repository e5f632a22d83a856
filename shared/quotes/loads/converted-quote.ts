import * as v from 'valibot';
import { organizationOwner } from '../../market/loads/load-owner.ts';
import { uploadKey } from '../../market/uploads/upload-key.ts';
import { ORGANIZATIONS_PREFIX } from '../../market/uploads/upload-object-names.ts';
import type { Upload } from '../../market/uploads/upload-ports.ts';
import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import { parseQuoteId, type QuoteId } from '../record/stored-quote.ts';

/** A quote that may become a load. */
export interface ConvertedQuote extends Account {
  readonly quoteId: QuoteId;
}

const FOLDER = 'converted-quotes/';

const quoteId = v.custom<QuoteId>((value) => parseQuoteId(value) !== undefined);
const messageBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    convertedQuote: v.object({
      orgId: v.pipe(v.string(), v.nonEmpty()),
      mode: v.picklist(KEY_MODES),
      quoteId,
    }),
  }),
);

export const convertedQuoteMessage = ({ orgId, mode, quoteId }: ConvertedQuote): string =>
  JSON.stringify({ convertedQuote: { orgId, mode, quoteId } });

/**
 * The import that a message asks for, with the key of an upload: it waits for a suspended organization as uploads do.
 * There is no object with this key. Undefined for other messages.
 */
export function readConvertedQuoteMessage(body: string): Upload | undefined {
  const parsed = v.safeParse(messageBody, body);
  if (!parsed.success) return undefined;
  const { orgId, mode, quoteId } = parsed.output.convertedQuote;
  const key = uploadKey(organizationOwner(orgId, mode), `${FOLDER}${quoteId}`);
  return { key, tag: '', length: 0, sequencer: '' };
}

/** The converted quote of a key; undefined for the key of a file. */
export function convertedQuoteOfKey(key: string): ConvertedQuote | undefined {
  const [prefix = '', orgId = '', given = '', folder = '', id = '', ...rest] = key.split('/');
  if (`${prefix}/` !== ORGANIZATIONS_PREFIX || `${folder}/` !== FOLDER || rest.length > 0) return undefined;
  const mode = KEY_MODES.find((known) => known === given);
  const quoteId = parseQuoteId(id);
  return orgId === '' || mode === undefined || quoteId === undefined ? undefined : { orgId, mode, quoteId };
}
