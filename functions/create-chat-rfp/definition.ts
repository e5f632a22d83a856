import * as v from 'valibot';
import { CHAT_NOT_FOUND, chatRfpBody, INVALID_CHAT } from '../../shared/chats/chat-request.ts';
import { IGNORED_FIELDS_TEXT, ignoredFields } from '../../shared/platform/http/operation-description.ts';
import { RFP_SCHEMAS } from '../../shared/rfps/documents/rfp-description.ts';
import { createdRfpAnswer } from '../../shared/rfps/documents/rfp-document.ts';
import { MAX_NAME_LENGTH } from '../../shared/rfps/read-rfp-request.ts';
import { NEW_RFP_ERRORS } from '../../shared/rfps/rfp-rejections.ts';
import type { Operation } from '../definition-types.ts';

export const definition = {
  function: 'create-chat-rfp',
  method: 'POST',
  path: '/api/v1/chats/{chat_id}/rfp',
  tag: 'Chats',
  summary: 'Make an RFP of a chat',
  description:
    'Creates an RFP with the lanes and the customer of a chat, as the creation of an RFP does. Lanes without equipment have that of the RFP, `container_40`; a lane that is not clear has an error. Lanes of RFPs have no pickup date. With `attachment`, the lanes are those of a file of a mail instead, which is read as a file that is sent to an RFP.',
  requestHeaders: ['Idempotency-Key'],
  body: {
    schema: chatRfpBody,
    fields: {
      name: {
        description: `Name of the RFP, 1 to ${MAX_NAME_LENGTH} characters.`,
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
        examples: ['Drayage 2027'],
      },
      attachment: 'Index of the file of the chat whose lanes the RFP has. Default: the lanes of the chat.',
    },
  },
  response: {
    schema: v.object({ ...createdRfpAnswer.entries, ...ignoredFields }),
    description: 'The new RFP.',
    fields: { warnings: IGNORED_FIELDS_TEXT },
  },
  responseHeaders: ['Usage'],
  errors: [INVALID_CHAT, CHAT_NOT_FOUND, ...NEW_RFP_ERRORS],
  schemas: RFP_SCHEMAS,
  tables: {
    organizations: ['BatchGetItem'],
    usage: ['BatchGetItem', 'UpdateItem'],
    strategies: ['Query'],
    contracts: ['Query'],
    rfps: ['GetItem', 'PutItem', 'UpdateItem'],
    idempotency: ['GetItem', 'PutItem'],
  },
  uploads: 'make-chat-rfp',
  timeoutSeconds: 15,
  impact: 'Callers cannot make RFPs of chats; RFPs can be created from lanes.',
} satisfies Operation;
