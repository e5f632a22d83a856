import * as v from 'valibot';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import {
  TARIFF_SCHEMAS,
  tariffDocument,
  tariffReplacement,
} from '../../shared/quotes/tariff/tariff-document.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'replace-accessorials',
  method: 'PUT',
  path: '/api/v1/accessorials',
  tag: 'Accessorials',
  summary: 'Replace the accessorial tariff',
  description:
    "Replaces the organization's own accessorial tariff. An entry replaces the base tariff's entries of its name for its equipment, places and days of pickup, or switches them off. Without entries, the base tariff applies. New quotes and rates use the tariff at once; stored quotes do not change. Each change makes a version of the pricing strategy with the same terms. A call with the current tariff creates no version. Send the `ETag` of a read in `If-Match`, so that no concurrent change is lost.",
  requestHeaders: ['If-Match'],
  body: {
    schema: tariffReplacement,
    fields: {},
    ignored: ['version', 'updated_at', 'warnings', 'accessorials[].source_text'],
  },
  response: {
    schema: v.object({ ...tariffDocument.entries, ...ignoredFields }),
    description: 'The new tariff.',
    fields: { ...TARIFF_SCHEMAS.AccessorialTariff?.fields, warnings: IGNORED_FIELDS_TEXT },
  },
  responseHeaders: ['ETag'],
  errors: [
    {
      status: 400,
      when: '`details.errors` names each invalid field. Entries of one name must not apply to the same equipment, place and days.',
    },
    {
      status: 409,
      code: 'TARIFF_CHANGED',
      when: 'The current version is not that of `If-Match`: `details.current_version`.',
    },
  ],
  schemas: TARIFF_SCHEMAS,
  tables: { strategies: ['Query', 'PutItem'], audit: ['PutItem'], terminals: ['GetItem'] },
  data: ['terminals'],
  impact: 'Callers cannot change their accessorial tariff; the current tariff stays active.',
} satisfies Operation;
