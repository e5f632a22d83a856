import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AwardRfpBody, ChangeRfpBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';

export type RfpAction =
  | { readonly kind: 'change'; readonly change: ChangeRfpBody }
  | { readonly kind: 'reprice' }
  | { readonly kind: 'award'; readonly award: AwardRfpBody }
  | { readonly kind: 'close' };

/** A click on an action, and the time of the RFP's last change then. A repeated try is the same click. */
export interface RfpClick {
  readonly action: RfpAction;
  readonly updatedAt: string;
}

/** Changes an RFP. It is pending until the page has the new state, also after an error. */
export function useRfpAction(rfpId: string) {
  const { client } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  return useMutation({
    mutationFn: (click: RfpClick) => {
      const { action } = click;
      if (action.kind === 'change') return Promise.resolve(client.rfps.update(rfpId, action.change));
      // The same action on the same state is a repeated try; after another change, it gets its own key.
      const options = { idempotencyKey: keyFor(click) };
      if (action.kind === 'award') return Promise.resolve(client.rfps.award(rfpId, action.award, options));
      return Promise.resolve(
        action.kind === 'close' ? client.rfps.close(rfpId, options) : client.rfps.reprice(rfpId, options),
      );
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['rfps', 'one', rfpId] }),
        queries.invalidateQueries({ queryKey: ['rfps', 'list'] }),
      ]),
  });
}
