import { useQueryClient } from '@tanstack/react-query';
import type { AwardRfpBody, ChangeRfpBody, RfpDetail } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';

type RfpAction =
  | { readonly kind: 'change'; readonly change: ChangeRfpBody }
  | { readonly kind: 'award'; readonly award: AwardRfpBody }
  | { readonly kind: 'reprice' | 'close' };

/** Changes an RFP. It ends when the page has the new state, also after an error. */
export function useRfpAction({ rfp_id: id, updated_at: updatedAt }: RfpDetail) {
  const { client } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  return async (action: RfpAction) => {
    // The same action on the same state is a repeated try; after another change, it gets its own key.
    const options = { idempotencyKey: keyFor({ action, updatedAt }) };
    try {
      if (action.kind === 'change') await client.rfps.update(id, action.change);
      else if (action.kind === 'award') await client.rfps.award(id, action.award, options);
      else await client.rfps[action.kind](id, options);
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['rfps', 'one', id] }),
        queries.invalidateQueries({ queryKey: ['rfps', 'list'] }),
      ]);
    }
  };
}
