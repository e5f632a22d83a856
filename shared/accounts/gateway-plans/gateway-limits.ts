/** Number of API Gateway keys and plans of an AWS account in one region. */
export interface GatewayUse {
  readonly keys: number;
  readonly plans: number;
}

/**
 * Quotas of an AWS account in a region (docs.aws.amazon.com/apigateway/latest/developerguide/
 * api-gateway-execution-service-limits-table.html). AWS can raise the quota of plans, but not that of keys.
 */
export const GATEWAY_LIMITS: GatewayUse = { keys: 10_000, plans: 300 };

/** Fraction of a limit from which a warning is shown. */
const NEAR = 0.8;

const ADVICE: Readonly<Record<keyof GatewayUse, string>> = {
  keys: 'AWS cannot raise this limit. freight org cleanup and freight org erase free keys; more organizations need another account or region.',
  plans:
    'Each enterprise organization has one. Request an increase in Service Quotas ("Usage plans per account per Region"), or move organizations to the standard plan.',
};

const NAMES: Readonly<Record<keyof GatewayUse, string>> = { keys: 'API keys', plans: 'usage plans' };

/** Warnings for limits of which at least 80% is used. */
export function limitWarnings(use: GatewayUse): string[] {
  return (['keys', 'plans'] as const).flatMap((kind) => {
    const [used, most] = [use[kind], GATEWAY_LIMITS[kind]];
    if (used < most * NEAR) return [];
    const state = used >= most ? 'At the limit' : 'Near the limit';
    return [
      `${state}: ${used} of ${most} ${NAMES[kind]} of this account and region are in use. ${ADVICE[kind]}`,
    ];
  });
}

/** API Gateway rejects a new key or plan because the quota of the AWS account is used up. */
export class GatewayLimitReachedError extends Error {
  override readonly name = 'GatewayLimitReachedError';

  constructor(kind: keyof GatewayUse) {
    super(
      `API Gateway cannot create more ${NAMES[kind]} in this account and region: the limit (default ${GATEWAY_LIMITS[kind]}) is reached. ${ADVICE[kind]}`,
    );
  }
}
