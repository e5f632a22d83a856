/** What an account has in one region of API Gateway, whoever made it. */
export interface GatewayUse {
  readonly keys: number;
  readonly plans: number;
}

/**
 * The most that an account may have in a region (docs.aws.amazon.com/apigateway/latest/developerguide/
 * api-gateway-execution-service-limits-table.html): keys cannot be more, plans can where AWS is asked.
 */
export const GATEWAY_LIMITS: GatewayUse = { keys: 10_000, plans: 300 };

/** From this part of a limit on it is said. */
const NEAR = 0.8;

const ADVICE: Readonly<Record<keyof GatewayUse, string>> = {
  keys: 'AWS raises this limit for nobody: freight org cleanup and freight org erase give keys back, and more organizations than that need another account or region.',
  plans:
    'Enterprise organizations have one each: ask AWS for more by Service Quotas ("Usage plans per account per Region"), or put some on the standard plan.',
};

const NAMES: Readonly<Record<keyof GatewayUse, string>> = { keys: 'API keys', plans: 'usage plans' };

/** What there is to say of limits that are near or reached; nothing where they are far. */
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

/** API Gateway makes no more of something: the account has as many as it may. */
export class GatewayLimitReachedError extends Error {
  override readonly name = 'GatewayLimitReachedError';

  constructor(kind: keyof GatewayUse) {
    super(
      `API Gateway makes no more ${NAMES[kind]} in this account and region: the limit, ${GATEWAY_LIMITS[kind]} by default, is reached. ${ADVICE[kind]}`,
    );
  }
}
