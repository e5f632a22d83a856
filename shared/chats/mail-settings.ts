import * as v from 'valibot';
import { emailAddress } from '../customers/customer.ts';
import type { Caller } from '../platform/account/account.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import type { FieldTexts, OperationDescription } from '../platform/http/operation-description.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../platform/http/request-fields.ts';
import type { Mailboxes, MailSettings } from './dynamodb-mailboxes.ts';

const MAX_SENDERS = 200;

export const mailBody = v.object({
  senders: v.pipe(
    v.array(emailAddress, ({ input }) =>
      input === undefined ? 'is required' : 'must be a list of addresses',
    ),
    v.maxLength(MAX_SENDERS, `must have at most ${MAX_SENDERS} addresses`),
  ),
});

const mailDocument = v.object({ address: v.nullable(v.string()), senders: v.array(v.string()) });
export const mailAnswer = v.object({ mail: mailDocument });
type MailAnswer = v.InferOutput<typeof mailAnswer>;

export const MAIL_FIELDS: FieldTexts = {
  senders: `Addresses whose mails become chats, at most ${MAX_SENDERS}. They are compared and returned in lower case; there are no patterns.`,
  'senders[]': { description: 'An address.', examples: ['traffic@bluepine.example'] },
};
export const MAIL_SCHEMAS = {
  OrganizationMail: {
    schema: mailDocument,
    description: 'How your organization receives mails in the mode of the key.',
    fields: {
      ...MAIL_FIELDS,
      address:
        'Address to which customers, or your own rule that forwards, send mails. Null before the first PUT, and if the operator of the service receives no mail.',
    },
  },
} satisfies OperationDescription['schemas'];

const describe = ({ name, senders }: MailSettings, domain: string | undefined): MailAnswer => ({
  mail: { address: name && domain ? `${name}@${domain}` : null, senders: [...senders] },
});

/** @param domain that the operator receives mail for; undefined: none. */
export const readMailSettingsUseCase =
  (mailboxes: Pick<Mailboxes, 'settings'>, domain: string | undefined) =>
  async (caller: Caller): Promise<Outcome<MailAnswer>> =>
    succeed(describe(await mailboxes.settings(caller), domain));

/** Replaces who can send. The address is made by the first call, and stays. */
export const replaceMailSettingsUseCase =
  (mailboxes: Pick<Mailboxes, 'replaceSenders'>, domain: string | undefined, now: () => Date) =>
  async (body: unknown, caller: Caller): Promise<Outcome<MailAnswer>> => {
    if (!isRequestObject(body))
      return reject(invalidParameters([{ field: 'body', message: 'must be a JSON object' }]));
    const errors: FieldError[] = [];
    // The address is ignored, so that settings can be sent as they were read.
    rejectUnknownFields(body, { ...mailBody.entries, address: true }, '', errors);
    const parsed = v.safeParse(mailBody, { senders: undefined, ...body }, { abortPipeEarly: true });
    if (!parsed.success) errors.push(...fieldErrors(parsed.issues));
    if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
    const senders = [...new Set(parsed.output.senders.map((address) => address.trim().toLowerCase()))];
    return succeed(describe(await mailboxes.replaceSenders(caller, senders, now()), domain));
  };
