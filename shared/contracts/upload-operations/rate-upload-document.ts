import * as v from 'valibot';
import {
  MAX_LISTED_ROWS,
  rejectedRowFields,
  UPLOAD_STATES,
  uploadErrorFields,
} from '../../market/upload-operations/upload-document.ts';
import type { UploadAnnouncement } from '../../market/uploads/upload-announcement.ts';
import { columnReportFields } from '../../sheets/column-fields.ts';
import { ratesWrittenFields } from '../uploads/rate-upload-result.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());
const address = v.pipe(v.string(), v.url());

export const RATE_UPLOAD_STEPS = ['queued', 'reading', 'importing', 'waiting'] as const;

/** Where and how to send the file. */
export const rateFileAddress = v.object({
  url: address,
  method: v.literal('PUT'),
  headers: v.record(v.string(), v.string()),
  expires_at: moment,
});

/** The list of all rejected rows. */
export const rejectedRatesFile = v.object({ url: address, expires_at: moment });

export const rateUploadDocument = v.object({
  upload_id: v.string(),
  file_name: v.nullable(v.string()),
  state: v.picklist(UPLOAD_STATES),
  created_at: moment,
  expires_at: moment,
  step: v.nullable(v.picklist(RATE_UPLOAD_STEPS)),
  progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  rows: v.object({ read: count, created: count, replaced: count, unchanged: count, rejected: count }),
  reason: v.nullable(v.string()),
  error: v.nullable(uploadErrorFields),
  columns: v.nullable(columnReportFields),
  notes: v.array(v.string()),
  rejected_rows: v.pipe(v.array(rejectedRowFields), v.maxLength(MAX_LISTED_ROWS)),
  rejected_file: v.nullable(rejectedRatesFile),
  overlaps: ratesWrittenFields.overlaps,
  warnings: ratesWrittenFields.warnings,
});
export type RateUploadDocument = v.InferOutput<typeof rateUploadDocument>;

export const rateUploadAnswer = v.object({ upload: rateUploadDocument });
export type RateUploadAnswer = v.InferOutput<typeof rateUploadAnswer>;

/** `address` is absent if a stored answer is replayed after the address has expired. */
export const createdRateUpload = v.object({
  ...rateUploadDocument.entries,
  address: v.exactOptional(rateFileAddress),
});
export const createdRateUploadAnswer = v.object({ upload: createdRateUpload });
export type CreatedRateUploadAnswer = v.InferOutput<typeof createdRateUploadAnswer>;

/** An announced upload before its file is sent. */
export const newRateUploadDocument = (id: string, announced: UploadAnnouncement): RateUploadDocument => ({
  upload_id: id,
  file_name: announced.fileName,
  state: 'awaiting_upload',
  created_at: announced.createdAt,
  expires_at: announced.expiresAt,
  step: null,
  progress: 0,
  rows: { read: 0, created: 0, replaced: 0, unchanged: 0, rejected: 0 },
  reason: null,
  error: null,
  columns: null,
  notes: [],
  rejected_rows: [],
  rejected_file: null,
  overlaps: { total: 0, listed: [] },
  warnings: [],
});
