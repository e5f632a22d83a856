import * as v from 'valibot';
import type { UploadRequest } from '../../market/upload-operations/announce-upload.ts';
import { fileNameField } from '../../market/upload-operations/read-upload-body.ts';
import { objectOf } from '../../platform/http/body-fields.ts';
import { type FieldError, fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { isRequestObject, rejectUnknownFields } from '../../platform/http/request-fields.ts';
import { columnChoiceOf, sheetField } from '../../sheets/column-fields.ts';
import { RATE_FILE } from '../files/rate-columns.ts';

export const rateUploadBodyFields = {
  file_name: v.exactOptional(v.nullable(fileNameField)),
  columns: v.exactOptional(columnChoiceOf(RATE_FILE)),
  sheet: v.exactOptional(sheetField),
};
const schema = objectOf(rateUploadBodyFields, 'must be a JSON object');

/** Reads the body of an announcement, which may be absent. */
export function readRateUploadBody(body: unknown): Outcome<UploadRequest> {
  const given = body === undefined ? {} : body;
  const parsed = v.safeParse(schema, given);
  const errors: FieldError[] = parsed.success ? [] : [...fieldErrors(parsed.issues)];
  if (isRequestObject(given)) rejectUnknownFields(given, rateUploadBodyFields, '', errors);
  if (!parsed.success || errors.length > 0) return reject(invalidParameters(errors));
  const { file_name: fileName, columns, sheet } = parsed.output;
  return succeed({ fileName: fileName ?? null, ...(columns && { columns }), ...(sheet && { sheet }) });
}
