import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { COLUMN_SCHEMAS } from '../../sheets/column-fields.ts';
import { OUTCOMES } from '../record/rfp-counters.ts';
import {
  createdRfpDocument,
  rfpDetail,
  rfpDocument,
  rfpError,
  rfpUploadFields,
  rfpVersion,
} from './rfp-document.ts';

/** Texts of the fields of an RFP. */
const RFP_FIELDS: FieldTexts = {
  rfp_id: '`R-` and 27 base-32 digits. Ids sort by creation time.',
  name: 'Name of the RFP.',
  status:
    '`awaiting_upload` until the file of lanes is read; `failed` if it has no lanes to price; `pricing` while lanes of the current version have no result, then `priced`; `awarded` when each lane with a price is won, lost or excluded; `closed` by its operation. Derived at each read.',
  customer: 'Name of the customer; empty if there is none.',
  customer_id: 'Id of the customer that the name stood for when the RFP was made; null if there was none.',
  customer_reference: 'Your own reference; empty if there is none.',
  equipment_type: 'Equipment of lanes without their own.',
  special_requirements: 'Accessorials of lanes without their own, by tariff name.',
  quantities: 'Units of accessorials that the request gave, by tariff name. Absent if there are none.',
  'quantities.*': 'Units.',
  contract_start:
    'First day of the contract, for which lanes are priced; null: priced for the day of pricing.',
  contract_end: 'Last day of the contract; null if it is not known.',
  created_at: 'Time of creation, UTC.',
  updated_at: 'Time of the last change, which includes each result of lanes, UTC.',
  version: 'Number of the pricing by the market, from 1. Each repricing makes the next version.',
  priced_as_of: 'The moment for which lanes are priced, UTC; null before the file of lanes is read.',
  margin_percent: 'Markup in percent that replaces the pricing strategy; null: the pricing strategy applies.',
  lanes: 'Number of lanes.',
  'lanes.total': 'Lanes of the RFP.',
  'lanes.priced': 'Lanes with a price in the current version.',
  'lanes.failed': 'Lanes without a price in the current version; each has an error.',
  'lanes.excluded': 'Lanes that are in no sum.',
  'lanes.won': 'Priced lanes that you won, without excluded ones.',
  'lanes.lost': 'Priced lanes that you lost, without excluded ones.',
  'lanes.open': 'Priced lanes that are neither won nor lost, without excluded ones.',
  simulated:
    'Whether the loads behind prices of lanes are simulated: these prices are an example and not an offer.',
  upload_until: 'Until when the file of lanes can be sent, UTC; null if the lanes came with the request.',
  error: 'Why the RFP failed; null if it did not.',
  calls: 'Usage of the current version, with its corrections: one call per 10 lanes, rounded up.',
};

/** Schemas of RFPs. */
export const RFP_SCHEMAS: NamedSchemas = {
  CreatedRfp: {
    schema: createdRfpDocument,
    description: 'A new RFP.',
    fields: {
      ...RFP_FIELDS,
      upload:
        'Where to send the file of lanes, if `source` is `upload`. A repeated call gets it until it expires.',
    },
  },
  RfpUpload: {
    schema: rfpUploadFields,
    description: 'How to send the file of lanes.',
    fields: {
      url: 'Address that accepts one file. It needs no key; keep it secret.',
      method: 'Method of the request.',
      headers: 'Headers that the request must have, by name.',
      'headers.*': 'Value of the header.',
      expires_at: 'When the address expires, UTC. A transfer that has begun can end later.',
    },
  },
  RfpError: {
    schema: rfpError,
    description: 'Why an RFP failed.',
    fields: {
      code: '`FILE_INVALID`, `COLUMNS_NOT_UNDERSTOOD`, `USAGE_LIMIT_EXCEEDED` or `BILLING_REQUIRED`.',
      message: 'What to change, as a sentence.',
    },
  },
  Rfp: { schema: rfpDocument, description: 'An RFP, without its lanes.', fields: RFP_FIELDS },
};

const TOTALS: FieldTexts = {
  totals: 'Sums of the priced lanes that are not excluded. Lanes without a weekly volume add 0.',
  'totals.weekly_spend': "Customer's prices times loads a week, in USD.",
  'totals.annual_spend':
    'Sum of the annual spends of the lanes, in USD: price times loads a year, rounded once for each lane.',
  ...Object.fromEntries(
    OUTCOMES.flatMap((outcome) => [
      [`totals.${outcome}`, `Sums of the ${outcome} lanes of these.`],
      [`totals.${outcome}.weekly_spend`, 'USD.'],
      [`totals.${outcome}.annual_spend`, 'USD.'],
    ]),
  ),
};

/** Schemas of an RFP that is read. */
export const RFP_DETAIL_SCHEMAS: NamedSchemas = {
  ...COLUMN_SCHEMAS,
  RfpDetail: {
    schema: rfpDetail,
    description: 'An RFP with the sums of its lanes.',
    fields: {
      ...RFP_FIELDS,
      ...TOTALS,
      pricing_strategy_version: 'Version of the pricing strategy that prices the lanes.',
      confidence: 'The priced lanes that are not excluded, by confidence.',
      'confidence[].from': 'Lowest confidence of the range.',
      'confidence[].to': 'Highest confidence of the range.',
      'confidence[].lanes': 'Lanes with a confidence in the range.',
      errors: 'The failed lanes by the code of their error. Codes without lanes are left out.',
      'errors[].code': 'Code of the error.',
      'errors[].lanes': 'Lanes with this error.',
      versions: 'The last 20 versions before the current one, newest first.',
      columns: 'How the columns of the file were read; null if the lanes came with the request.',
      notes:
        'What was noticed when the file was read, such as skipped rows and hidden columns, as sentences.',
    },
  },
  RfpVersion: {
    schema: rfpVersion,
    description: 'An earlier pricing of an RFP. Its lanes stay readable.',
    fields: {
      ...TOTALS,
      version: 'Number of the pricing, for the parameter `version` of lanes.',
      priced_as_of: 'The moment for which the lanes were priced, UTC.',
      pricing_strategy_version: 'Version of the pricing strategy that priced the lanes.',
      lanes: 'Number of lanes.',
      'lanes.priced': 'Lanes with a price.',
      'lanes.failed': 'Lanes without a price.',
      'lanes.excluded': 'Lanes that are in no sum.',
      calls: 'Calls that the version counted as usage.',
    },
  },
};
