import type { ApiKey } from '../api/client.ts';

/** A key in a sentence. */
export const KeyName = ({
  apiKey: { name, prefix },
}: {
  readonly apiKey: Pick<ApiKey, 'name' | 'prefix'>;
}) => (
  <>
    <bdi>
      <strong>{name}</strong>
    </bdi>{' '}
    (<code>{prefix}…</code>)
  </>
);
