import { REJECTED_CELL, UPLOAD_ERROR } from '../../market/upload-operations/upload-description.ts';
import { MAX_LISTED_ROWS } from '../../market/upload-operations/upload-document.ts';
import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { COLUMN_SCHEMAS } from '../../sheets/column-fields.ts';
import { MAX_LISTED } from '../uploads/rate-upload-result.ts';
import { createdRateUpload, rateUploadDocument, rejectedRatesFile } from './rate-upload-document.ts';

const FIELDS: FieldTexts = {
  upload_id: 'Id of the upload.',
  file_name: 'Name of the file, as given; null if none was given.',
  state:
    'awaiting_upload: the file was not sent yet; importing; imported; rejected: no row was imported; failed: the import stopped, and a part of the rows may be imported; expired: the file was not sent in time; cancelled.',
  created_at: 'When the upload was created, UTC.',
  expires_at: 'Until when the file can be sent, UTC.',
  step: 'What the import does; null if the file was not sent or the import has ended. queued: it starts soon; waiting: the organization is suspended.',
  progress: 'Estimated progress of the import, 0 to 1.',
  rows: 'Rows of the file, without the header.',
  'rows.read': 'Rows that were read.',
  'rows.created': 'Rows that created a rate. 0 until the import has ended.',
  'rows.replaced': 'Rows that became the next version of a stored rate. 0 until the import has ended.',
  'rows.unchanged':
    'Rows whose rate was stored with these terms, or was written from the same file before. 0 until the import has ended.',
  'rows.rejected': 'Rows that cannot be used.',
  reason:
    'Why the file was rejected, the import stopped or waits, or that the upload was cancelled; otherwise null.',
  error: 'Why the upload is rejected or failed; otherwise null.',
  columns: 'How the columns of the file were read, when the import has ended; otherwise null.',
  notes: 'What was noticed when the file was read, such as skipped rows and hidden columns, as sentences.',
  'notes[]': 'A sentence.',
  rejected_rows: `The first rejected rows, at most ${MAX_LISTED_ROWS}, when the import has ended.`,
  'rejected_rows[].line':
    'Row as a spreadsheet counts it, from 1: a line break inside a cell does not start a row.',
  'rejected_rows[].reason': 'Why the row cannot be used: each wrong column with its error.',
  ...REJECTED_CELL('rejected_rows'),
  rejected_file: 'All rejected rows with their reasons as CSV; null if there are none.',
  overlaps:
    'Pairs of rates for the same customer, lane and equipment whose days overlap. They are not errors: the order of selection decides.',
  'overlaps.total': 'Number of pairs.',
  'overlaps.listed': `The first ${MAX_LISTED} pairs.`,
  'overlaps.listed[].line': 'Line of the rate.',
  'overlaps.listed[].with_rate_id': 'Id of the other rate.',
  'overlaps.listed[].from': 'First common day.',
  'overlaps.listed[].to': 'Last common day; null if there is none.',
  'overlaps.listed[].contradictory':
    'Whether the rates differ in amount, minimum, fuel, accessorials or tiers.',
  warnings: `What was assumed of a row, and rates that start or end in the past; at most ${MAX_LISTED}.`,
  'warnings[].line': 'Line of the rate.',
  'warnings[].message': 'The warning, as a sentence.',
};

/** The schemas of an upload of contract rates that the description of the API names. */
export const RATE_UPLOAD_SCHEMAS: NamedSchemas = {
  ...UPLOAD_ERROR,
  ...COLUMN_SCHEMAS,
  RejectedContractRatesFile: {
    schema: rejectedRatesFile,
    description: 'All rejected rows with their reasons.',
    fields: {
      url: 'Address of the CSV file. It needs no key.',
      expires_at: 'When the address expires, UTC. A repeated call returns a new one.',
    },
  },
  ContractRateUpload: {
    schema: rateUploadDocument,
    description: 'An upload of contract rates.',
    fields: FIELDS,
  },
  CreatedContractRateUpload: {
    schema: createdRateUpload,
    description: 'An upload of contract rates, with the address for its file.',
    fields: {
      ...FIELDS,
      address:
        'How to send the file. Absent if an answer is replayed after the time in expires_at has passed.',
      'address.url': 'Address that accepts one file. It needs no key; keep it secret.',
      'address.method': 'Method of the request.',
      'address.headers': 'Headers that the request must have, by name.',
      'address.headers.*': 'Value of the header.',
      'address.expires_at': 'When the address expires, UTC. A transfer that has begun can end later.',
    },
  },
};
