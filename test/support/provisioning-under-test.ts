import type { OrganizationRequest } from '../../shared/accounts/provisioning/create-organization.ts';
import type { Provisioning } from '../../shared/accounts/provisioning/provisioning.ts';
import { createInMemoryGateway } from './in-memory-gateway-keys.ts';
import { createInMemoryOrganizations } from './in-memory-organization-store.ts';

/** In-memory provisioning, with a clock that tests can move and a gateway that tests can read. */
export function provisioningUnderTest() {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  const { organizations, keys, directory, events } = createInMemoryOrganizations();
  const gateway = createInMemoryGateway();
  const provisioning: Provisioning = {
    organizations,
    keys,
    gatewayKeys: gateway.port,
    now: () => new Date(time),
  };
  return {
    provisioning,
    gateway,
    directory,
    events,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

export const STANDARD_REQUEST: OrganizationRequest = {
  name: 'Acme',
  plan: { name: 'standard' },
  usageLimit: 500,
  billing: true,
  mode: 'test',
};

type Around = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** The same ports, with `around` wrapped around each call. */
export function surroundPorts(provisioning: Provisioning, around: Around): Provisioning {
  const surround = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, receiver) => {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => around(() => Reflect.apply(member, target, args));
      },
    });
  return {
    ...provisioning,
    organizations: surround(provisioning.organizations),
    keys: surround(provisioning.keys),
    gatewayKeys: surround(provisioning.gatewayKeys),
  };
}

export class Crash extends Error {
  override readonly name = 'Crash';
}

/** The same ports on a machine that crashes at the `nth` call (from 1), either just before or just after its effect. */
export function crashingPorts(
  provisioning: Provisioning,
  nth: number,
  when: 'before' | 'after',
): Provisioning {
  let calls = 0;
  return surroundPorts(provisioning, async (call) => {
    calls += 1;
    if (calls === nth && when === 'before') throw new Crash();
    const answer = await call();
    if (calls >= nth) throw new Crash();
    return answer;
  });
}
