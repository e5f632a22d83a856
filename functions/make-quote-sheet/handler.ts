import { createDynamoDbOrganizationProfiles } from '../../shared/accounts/profile/dynamodb-organization-profiles.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createTextHandler } from '../../shared/platform/http/handlers/text-handler.ts';
import { composeRenderSheet, SHEET_VARIABLES } from '../../shared/quotes/sheet/compose-render-sheet.ts';
import { makeSheetUseCase } from '../../shared/quotes/sheet/read-sheet.ts';
import { definition } from './definition.ts';

const env = readEnv({ ...SHEET_VARIABLES, ORGANIZATIONS_TABLE: text() });
const client = createDocumentClient();
const profiles = createDynamoDbOrganizationProfiles(client, env.ORGANIZATIONS_TABLE);
const makeSheet = makeSheetUseCase(
  composeRenderSheet(env, client, {
    readName: async (orgId) => (await profiles.readProfile(orgId))?.name,
  }),
);

export const handler = createTextHandler(definition, {
  run: ({ query, headers, body, caller }) => makeSheet({ body, query, accept: headers.accept }, caller),
});
