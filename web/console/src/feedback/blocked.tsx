import { Notice } from './notice.tsx';

/** Why an action is not offered; nothing if it is. */
export const Blocked = ({ reason }: { readonly reason: string | undefined }) =>
  reason === undefined ? null : (
    <Notice tone="yellow" title="Not available with this key">
      {reason}
    </Notice>
  );
