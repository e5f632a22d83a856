import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createPublicTextHandler } from '../../shared/platform/http/handlers/text-handler.ts';
import { createDynamoDbShareLinks } from '../../shared/quotes/sharing/dynamodb-share-links.ts';
import { openSharedSheetUseCase } from '../../shared/quotes/sharing/share-quote.ts';
import { composeRenderSheet, SHEET_VARIABLES } from '../../shared/quotes/sheet/compose-render-sheet.ts';
import { SHARED_SHEET_ERRORS } from '../../shared/quotes/sheet/sheet-style.ts';

const env = readEnv(SHEET_VARIABLES);
const client = createDocumentClient();
const openSharedSheet = openSharedSheetUseCase({
  links: createDynamoDbShareLinks({ client, TableName: env.QUOTES_TABLE }),
  renderSheet: composeRenderSheet(env, client, ({ status }) => status === 'active'),
  now: () => new Date(),
});

/** GET /shared-quotes/{token}, without an API key. */
export const handler = createPublicTextHandler({
  errorPages: SHARED_SHEET_ERRORS,
  run: ({ path, query, headers }) =>
    openSharedSheet({ token: path.token ?? '', query, accept: headers.accept }),
});
