const NAME = /^(org_[0-9A-Za-z]+)-(\d+)$/;

/** Name prefix of all gateway keys and plans of a stage. */
export const gatewayNamePrefix = (stageName: string): string => `freight-${stageName}-`;

/** Name of a gateway key or plan. It contains the organization and the creation time. */
export function gatewayResourceName(stageName: string, orgId: string, now: Date): string {
  return `${gatewayNamePrefix(stageName)}${orgId}-${now.getTime()}`;
}

/** Parses the organization and creation time from a name; undefined for other names. */
export function readGatewayResourceName(
  stageName: string,
  name: string,
): { readonly orgId: string; readonly madeAt: Date } | undefined {
  const prefix = gatewayNamePrefix(stageName);
  const [, orgId, since] = (name.startsWith(prefix) && NAME.exec(name.slice(prefix.length))) || [];
  return orgId === undefined ? undefined : { orgId, madeAt: new Date(Number(since)) };
}
