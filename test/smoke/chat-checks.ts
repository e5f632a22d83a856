import type { EnvironmentSettings } from '../../lib/settings/environments.ts';
import type { Called } from './caller-checks.ts';
import { type Check, failed, passed, skipped } from './check.ts';

/** Whether the model of the environment reads a text: only AWS can show its rights, quota and structured output. */
export function chatChecks(service: Called, key: string, { chatReader }: EnvironmentSettings): Check[] {
  return [
    {
      name: 'the model reads a text of a chat',
      emulatorLacks: 'models',
      run: async () => {
        if (chatReader === 'grammar') return skipped('the grammar reads texts');
        const body = { text: 'Please quote LBCT to Fontana, CA 92335, 40HC, 43,000 lbs of tile.' };
        const { status, json } = await service.call('POST', '/api/v1/chats', { key, body });
        if (status !== 200) return failed(`it answers ${status}`);
        const { chat_id: id, adapter, lanes = [] } = Object(Object(json).chat);
        await service.call('DELETE', `/api/v1/chats/${id}`, { key });
        if (adapter !== 'bedrock') return failed('the grammar read it: see CHAT_MODEL_FAILED in the log');
        const destination = lanes[0]?.request?.destination;
        return destination === 'Fontana, CA 92335' ? passed(chatReader) : failed(`it read ${destination}`);
      },
    },
  ];
}
