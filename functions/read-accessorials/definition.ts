import { TARIFF_SCHEMAS, tariffDocument } from '../../shared/quotes/tariff/tariff-document.ts';
import { accessorialsQuery } from '../../shared/quotes/tariff/use-tariff.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'read-accessorials',
  method: 'GET',
  path: '/api/v1/accessorials',
  tag: 'Accessorials',
  summary: 'List accessorials',
  description:
    'Lists every accessorial that can apply to a move: those of the base tariff, and those of the own tariff of the organization and mode of the key. You can change the list and send it back.',
  query: {
    schema: accessorialsQuery,
    fields: {
      equipment_type: 'Only accessorials of this equipment. Accepts the same texts as quotes.',
      name: 'Only accessorials with this name, in any case, with spaces, hyphens or underscores.',
    },
  },
  response: { schema: tariffDocument, description: 'The current tariff.', fields: {} },
  responseHeaders: ['ETag'],
  errors: [{ status: 400, when: '`details.errors` names each invalid parameter.' }],
  schemas: TARIFF_SCHEMAS,
  tables: { strategies: ['Query'] },
  impact: 'Callers cannot read their accessorial tariff; new quotes are not affected.',
} satisfies Operation;
