import { useQuery } from '@tanstack/react-query';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';

/** Who saved a version. Only keys with the scope admin see the names of keys. */
export function Author({ id }: { readonly id: string }) {
  const { client, organization } = useSession();
  const { canAdmin } = permissionsOf(organization);
  const keys = useQuery({
    queryKey: ['strategy', 'key-names'],
    queryFn: async ({ signal }) => (await client.keys.list({ signal })).items,
    enabled: canAdmin,
    retry: false,
  });
  if (id === 'operator') return 'the operator of the service';
  const name = keys.data?.find((key) => key.id === id)?.name;
  return (
    <>
      key {name === undefined ? null : <bdi>{name} </bdi>}
      <code>{id}</code>
    </>
  );
}
