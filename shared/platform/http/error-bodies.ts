import * as v from 'valibot';

const fieldErrors = v.pipe(v.array(v.object({ field: v.string(), message: v.string() })), v.readonly());
const candidates = v.pipe(
  v.array(v.object({ name: v.string(), state: v.string(), zip: v.string() })),
  v.readonly(),
);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const quotesErrorDetails = v.object({
  errors: v.exactOptional(fieldErrors),
  quote_id: v.exactOptional(v.string()),
  superseded_by: v.exactOptional(v.string()),
  rate_id: v.exactOptional(v.string()),
  upload_id: v.exactOptional(v.string()),
  version: v.exactOptional(count),
  rfp_id: v.exactOptional(v.string()),
  chat_id: v.exactOptional(v.string()),
  customer_id: v.exactOptional(v.string()),
  names: v.exactOptional(v.array(v.string())),
  status: v.exactOptional(v.string()),
  field: v.exactOptional(v.string()),
  value: v.exactOptional(v.string()),
  candidates: v.exactOptional(candidates),
  suggestions: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
  origin: v.exactOptional(v.string()),
  destination: v.exactOptional(v.string()),
  customer: v.exactOptional(v.string()),
  equipment_type: v.exactOptional(v.string()),
  pickup_date: v.exactOptional(v.pipe(v.string(), v.isoDate())),
  billing: v.exactOptional(v.boolean()),
  used: v.exactOptional(count),
  limit: v.exactOptional(count),
  calls: v.exactOptional(count),
  resets_at: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
  current_version: v.exactOptional(count),
});

/** `details` of an error in the quotes format. A member that no error may have does not compile. */
export type QuotesErrorDetails = Readonly<v.InferOutput<typeof quotesErrorDetails>>;

/** Bodies of `rejectionBody` in the three error formats. */
export const quotesError = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    details: quotesErrorDetails,
  }),
});

export const ratesError = v.object({
  error: v.object({ code: v.pipe(v.number(), v.integer()), type: v.string(), message: v.string() }),
  errors: v.exactOptional(v.array(v.object({ index: count, errors: v.array(v.string()) }))),
  suggestions: v.exactOptional(v.array(v.object({ index: count, names: v.array(v.string()) }))),
});

export const generalError = v.object({
  success: v.literal(false),
  error: v.object({ code: v.string(), message: v.string() }),
});
