import { describe, expect, it } from '@jest/globals';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

describe('freight trigger', () => {
  async function withOrganization() {
    const line = commandLineUnderTest();
    const { orgId } = (await line.json('org', 'create', '--name', 'Acme')) as { orgId: string };
    const send = (...flags: string[]) => line.freight('trigger', 'chat.created', '--org', orgId, ...flags);
    return { ...line, orgId, send };
  }
  const CHAT = '{"chatId":"chat_1","title":"🚚"}';

  it.each<[string, string[], number, string]>([
    ['an object that is none', ['--object', '[]'], 2, 'It must be a JSON object.'],
    ['an object without its fields', ['--object', '{}'], 1, 'The event would be rejected'],
    ['an unknown organization', ['--object', CHAT, '--org', 'org_0'], 1, 'There is no organization org_0.'],
  ])('rejects %s, and sends nothing', async (_case, flags, exitCode, complaint) => {
    const { send, queues } = await withOrganization();

    const ended = await send(...flags);

    expect(ended).toMatchObject({ exitCode, printed: '' });
    expect(ended.complaints).toContain(complaint);
    expect(queues.events.queue.messages).toEqual([]);
  });
});

describe('freight listen', () => {
  it.each([
    ['a deployment', 'http://localhost:1', 1],
    ['no address', 'localhost:3000', 2],
  ])('rejects %s', async (_case, forwardTo, exitCode) => {
    const ended = await commandLineUnderTest().freight('listen', '--forward-to', forwardTo);

    expect(ended.exitCode).toBe(exitCode);
  });
});
