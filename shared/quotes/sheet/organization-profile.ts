import * as v from 'valibot';
import { emailAddress } from '../../customers/customer.ts';
import type { Account } from '../../platform/account/account.ts';
import { optionalField } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import type { DescribedError, FieldTexts } from '../../platform/http/operation-description.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { callerText } from '../../platform/text/bounded-text.ts';
import type { OrganizationProfile, ProfileStore } from './dynamodb-organization-profile.ts';
import { logoText, MAX_LOGO_BYTES, MAX_LOGO_HEIGHT, MAX_LOGO_WIDTH, readLogo } from './read-logo.ts';

const MAX_TEXT = 200;
const MAX_LINES = 5;

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.exactOptional(optionalField(schema));
const line = callerText(MAX_TEXT);
const number = v.pipe(v.string('must be a string'), v.regex(/^\d{1,8}$/, 'must be 1 to 8 digits'));

export const profileBody = v.object({
  name: optional(line),
  contact: optional(line),
  email: optional(emailAddress),
  phone: optional(line),
  address: optional(
    v.pipe(
      v.array(line, 'must be a list of lines'),
      v.maxLength(MAX_LINES, `must have at most ${MAX_LINES} lines`),
    ),
  ),
  mc_number: optional(number),
  dot_number: optional(number),
  logo: optional(v.string('must be a string')),
});

const text = v.string();
const profileDocument = v.object({
  name: text,
  contact: text,
  email: text,
  phone: text,
  address: v.array(text),
  mc_number: text,
  dot_number: text,
  logo: v.nullable(text),
  updated_at: v.nullable(v.pipe(text, v.isoTimestamp())),
});
export const profileAnswer = v.object({ profile: profileDocument });
type ProfileAnswer = v.InferOutput<typeof profileAnswer>;

export const PROFILE_FIELDS: FieldTexts = {
  name: {
    description: 'Name of the company on sheets. Empty: the name of the organization.',
    examples: ['Harbor Lines'],
  },
  contact: 'Name of a person.',
  email: 'E-mail address.',
  phone: 'Phone number.',
  address: `Lines of the postal address, at most ${MAX_LINES}.`,
  mc_number: { description: 'MC number, digits only.', examples: ['123456'] },
  dot_number: { description: 'USDOT number, digits only.', examples: ['1234567'] },
  logo: `PNG or JPEG file as base64, with or without \`data:image/png;base64,\` in front of it: at most ${MAX_LOGO_BYTES / 1_000} kB and ${MAX_LOGO_WIDTH} x ${MAX_LOGO_HEIGHT} pixels. Answers have it as a \`data:\` URL, or null.`,
};
export const PROFILE_SCHEMAS = {
  OrganizationProfile: {
    schema: profileDocument,
    description: 'What sheets show of the organization. Texts that you did not send are empty.',
    fields: { ...PROFILE_FIELDS, updated_at: 'Time of the last change, UTC; null before the first one.' },
  },
};
export const INVALID_PROFILE: DescribedError = {
  status: 400,
  when: '`details.errors` names each invalid field, and says what to do about a logo. Unknown fields are rejected.',
};

export const describeProfile = ({
  mcNumber,
  dotNumber,
  address,
  logo,
  updatedAt,
  ...texts
}: OrganizationProfile): ProfileAnswer => ({
  profile: {
    ...texts,
    address: [...address],
    ...{ mc_number: mcNumber, dot_number: dotNumber },
    logo: logo === undefined ? null : logoText(logo),
    updated_at: updatedAt ?? null,
  },
});

/** Reads a body. A rejection reports every invalid field. */
function readProfile(given: unknown): Outcome<OrganizationProfile> {
  if (!isRequestObject(given))
    return reject(invalidParameters([{ field: 'body', message: 'must be a JSON object' }]));
  const errors: FieldError[] = [];
  rejectUnknownFields(given, { ...profileBody.entries, updated_at: true }, '', errors);
  const parsed = v.safeParse(profileBody, given, { abortPipeEarly: true });
  if (!parsed.success) return reject(invalidParameters([...errors, ...fieldErrors(parsed.issues)]));
  const { logo: picture, mc_number: mcNumber = '', dot_number: dotNumber = '', ...fields } = parsed.output;
  const { name = '', contact = '', email = '', phone = '', address = [] } = fields;
  const logo = picture === undefined ? undefined : readLogo(picture);
  if (typeof logo === 'string') errors.push({ field: 'logo', message: logo });
  if (errors.length > 0 || typeof logo === 'string') return reject(invalidParameters(errors));
  return succeed({
    ...{ name: name.trim(), contact: contact.trim(), email: email.trim(), phone: phone.trim() },
    address: address.flatMap((one) => one.trim() || []),
    ...{ mcNumber, dotNumber },
    ...(logo === undefined ? {} : { logo }),
  });
}

export const readProfileUseCase =
  (profiles: Pick<ProfileStore, 'read'>) =>
  async (caller: Account): Promise<Outcome<ProfileAnswer>> =>
    succeed(describeProfile(await profiles.read(caller)));

export const replaceProfileUseCase =
  (profiles: Pick<ProfileStore, 'replace'>, now: () => Date) =>
  async (body: unknown, caller: Account): Promise<Outcome<ProfileAnswer>> => {
    const fields = readProfile(body);
    if (!fields.ok) return fields;
    const profile = { ...fields.body, updatedAt: now().toISOString() };
    await profiles.replace(caller, profile);
    return succeed(describeProfile(profile));
  };
