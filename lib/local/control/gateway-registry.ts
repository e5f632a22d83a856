import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalSetupError } from '../local-setup-error.ts';
import type { UsagePlanModel } from '../template/service-model.ts';

export interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

export interface UsagePlan extends UsagePlanModel {
  /** Covered stages, each as "apiId:stage". */
  readonly stages: readonly string[];
}

interface State {
  readonly keys: readonly GatewayKey[];
  /** Plans created by the operator; plans of the template are not stored. */
  readonly plans: readonly UsagePlan[];
  readonly members: readonly { readonly planId: string; readonly keyId: string }[];
}

/** An error response of the control plane. */
export class ControlPlaneError extends Error {
  override readonly name = 'ControlPlaneError';
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const notFound = (what: string) =>
  new ControlPlaneError(404, 'NotFoundException', `Invalid ${what} identifier specified`);

/** Gateway keys and usage plans, stored in a file across restarts, as the tables are. */
export class GatewayRegistry {
  readonly #file: string | undefined;
  readonly #templatePlans: readonly UsagePlan[];
  #state: State;

  /**
   * @param file stores the state; absent = in memory.
   * @throws LocalSetupError if the file exists and is not readable.
   */
  constructor(templatePlans: readonly UsagePlan[], file?: string) {
    this.#file = file;
    this.#templatePlans = templatePlans;
    this.#state = file === undefined ? { keys: [], plans: [], members: [] } : readState(file);
  }

  keys(namePrefix = ''): GatewayKey[] {
    return this.#state.keys.filter(({ name }) => name.startsWith(namePrefix));
  }

  plans(): UsagePlan[] {
    return [...this.#templatePlans, ...this.#state.plans];
  }

  plan(id: string): UsagePlan {
    const plan = this.plans().find((candidate) => candidate.id === id);
    if (plan === undefined) throw notFound('Usage Plan');
    return plan;
  }

  /** The plan of a key value on a stage. */
  planOf(value: string, stage: string): UsagePlan | undefined {
    const key = this.#state.keys.find((candidate) => candidate.value === value && candidate.enabled);
    if (key === undefined) return undefined;
    return this.#plansWith(key.id).find((plan) => plan.stages.includes(stage));
  }

  createKey(name: string, enabled: boolean, value = randomBytes(20).toString('hex')): GatewayKey {
    if (this.#state.keys.some((key) => key.value === value)) {
      throw new ControlPlaneError(409, 'ConflictException', 'API Key already exists');
    }
    const key = { id: randomBytes(5).toString('hex'), name, value, enabled };
    this.#change({ keys: [...this.#state.keys, key] });
    return key;
  }

  deleteKey(id: string): void {
    if (!this.#state.keys.some((key) => key.id === id)) throw notFound('API Key');
    this.#change({
      keys: this.#state.keys.filter((key) => key.id !== id),
      members: this.#state.members.filter(({ keyId }) => keyId !== id),
    });
  }

  /** Adds a key to a plan. A key can be in at most one plan per stage. */
  addToPlan(planId: string, keyId: string): GatewayKey {
    const key = this.#state.keys.find(({ id }) => id === keyId);
    if (key === undefined) throw notFound('API Key');
    const plan = this.plan(planId);
    const others = this.#plansWith(keyId);
    if (
      others.some(({ id, stages }) => id === planId || stages.some((stage) => plan.stages.includes(stage)))
    ) {
      throw new ControlPlaneError(
        409,
        'ConflictException',
        'API Key is in a usage plan of this stage already',
      );
    }
    this.#change({ members: [...this.#state.members, { planId, keyId }] });
    return key;
  }

  createPlan(plan: Omit<UsagePlan, 'id'>): UsagePlan {
    const created = { ...plan, id: randomBytes(3).toString('hex') };
    this.#change({ plans: [...this.#state.plans, created] });
    return created;
  }

  updatePlan(id: string, change: Partial<Omit<UsagePlan, 'id'>>): UsagePlan {
    const updated = { ...this.plan(id), ...change };
    if (this.#templatePlans.some((plan) => plan.id === id)) {
      throw new ControlPlaneError(
        400,
        'BadRequestException',
        'The plan is defined in the template: change it there',
      );
    }
    this.#change({ plans: this.#state.plans.map((plan) => (plan.id === id ? updated : plan)) });
    return updated;
  }

  deletePlan(id: string): void {
    if (this.plan(id).stages.length > 0) {
      throw new ControlPlaneError(400, 'BadRequestException', 'Usage plan has stages: remove them first');
    }
    this.#change({
      plans: this.#state.plans.filter((plan) => plan.id !== id),
      members: this.#state.members.filter(({ planId }) => planId !== id),
    });
  }

  #plansWith(keyId: string): UsagePlan[] {
    const ids = new Set(
      this.#state.members.filter((member) => member.keyId === keyId).map(({ planId }) => planId),
    );
    return this.plans().filter(({ id }) => ids.has(id));
  }

  /** Applies a change after it is stored: a failed write changes nothing. */
  #change(change: Partial<State>): void {
    const state = { ...this.#state, ...change };
    if (this.#file !== undefined) writeState(this.#file, state);
    this.#state = state;
  }
}

function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  // Atomic: an interrupted write leaves the old file.
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, JSON.stringify(state), { mode: 0o600 });
  renameSync(unfinished, file);
}

function readState(file: string): State {
  if (!existsSync(file)) return { keys: [], plans: [], members: [] };
  try {
    const { keys, plans, members } = JSON.parse(readFileSync(file, 'utf8')) as Partial<State>;
    const all = [keys, plans, members];
    if (keys && plans && members && all.every((list) => Array.isArray(list) && list.every(Boolean))) {
      return { keys, plans, members };
    }
  } catch {
    // Reported below, as for invalid content.
  }
  throw new LocalSetupError(`${file} is damaged. Remove ${dirname(file)} to start without data.`);
}
