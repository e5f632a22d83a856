import { Skeleton } from '@mantine/core';

/** Place of content that loads. */
export const Loading = ({ rows = 4 }: { readonly rows?: number }) => (
  <div role="status">
    <span className="hidden-text">Loading</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
      <Skeleton key={row} height={row === 0 ? 28 : 18} mb="sm" width={row === 0 ? '40%' : '100%'} />
    ))}
  </div>
);
