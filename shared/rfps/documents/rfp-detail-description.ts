import type { FieldTexts, NamedSchemas } from '../../platform/http/operation-description.ts';
import { COLUMN_SCHEMAS } from '../../sheets/column-fields.ts';
import { OUTCOMES } from '../record/rfp-counters.ts';
import { RFP_FIELDS } from './rfp-description.ts';
import { rfpDetail, rfpVersion } from './rfp-detail.ts';

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
