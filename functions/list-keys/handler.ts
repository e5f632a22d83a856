import { answerOf, describeKey } from '../../shared/accounts/key-operations/key-document.ts';
import { createDynamoDbKeyList } from '../../shared/accounts/organizations/dynamodb-key-register.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import { definition } from './definition.ts';

const env = readEnv({ ORGANIZATIONS_TABLE: text() });
const keys = createDynamoDbKeyList(createDocumentClient(), env.ORGANIZATIONS_TABLE);

export const handler = createApiHandler(definition, async ({ caller }) =>
  succeed(answerOf((await keys.list(caller, new Date())).map(describeKey))),
);
