import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createTextHandler } from '../../shared/platform/http/handlers/text-handler.ts';
import { composeRenderSheet, SHEET_VARIABLES } from '../../shared/quotes/sheet/compose-render-sheet.ts';
import { readSheetUseCase } from '../../shared/quotes/sheet/read-sheet.ts';
import { definition } from './definition.ts';

const env = readEnv(SHEET_VARIABLES);
const readSheet = readSheetUseCase(composeRenderSheet(env, createDocumentClient()));

export const handler = createTextHandler(definition, ({ path, query, headers, caller }) =>
  readSheet({ quoteId: path.quote_id ?? '', query, accept: headers.accept }, caller),
);
