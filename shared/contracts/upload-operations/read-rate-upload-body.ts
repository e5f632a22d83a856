import * as v from 'valibot';
import { fileNameField } from '../../market/upload-operations/read-upload-body.ts';
import { objectOf } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';

export const rateUploadBodyFields = { file_name: v.exactOptional(v.nullable(fileNameField)) };
const schema = objectOf(rateUploadBodyFields, 'must be a JSON object');

/** Reads the body of an announcement, which may be absent. @returns the name of the file, null if none is given. */
export function readRateUploadBody(body: unknown): Outcome<string | null> {
  const given = body === undefined ? {} : body;
  const parsed = v.safeParse(schema, given);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  if (isRequestObject(given)) rejectUnknownFields(given, rateUploadBodyFields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  return succeed(parsed.output.file_name ?? null);
}
