const NAME = /^(org_[0-9A-Za-z]+)-(\d+)$/;

/** What the names of all gateway keys and plans made for a stage begin with. */
export const gatewayNamePrefix = (stageName: string): string => `freight-${stageName}-`;

/** A name that tells, without any record of ours, whose a gateway key or plan is and since when. */
export function gatewayResourceName(stageName: string, orgId: string, now: Date): string {
  return `${gatewayNamePrefix(stageName)}${orgId}-${now.getTime()}`;
}

/** The organization and time in a name; undefined for what was not made here for this stage. */
export function readGatewayResourceName(
  stageName: string,
  name: string,
): { readonly orgId: string; readonly madeAt: Date } | undefined {
  const prefix = gatewayNamePrefix(stageName);
  const [, orgId, since] = (name.startsWith(prefix) && NAME.exec(name.slice(prefix.length))) || [];
  return orgId === undefined ? undefined : { orgId, madeAt: new Date(Number(since)) };
}
