import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GatewayRegistry } from '../../../../lib/local/control/gateway-registry.ts';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';

const STAGE = 'api1:local';
const standard = (burstLimit: number) => ({
  id: 'standard',
  name: 'Standard',
  rateLimit: 1,
  burstLimit,
  stages: [STAGE],
});

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freight-registry-'));
  file = join(folder, 'gateway.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('keys and plans of the gateway', () => {
  it('are kept after a restart, and plans of the template are read again', () => {
    const before = new GatewayRegistry([standard(500)], file);
    const [one, two] = [before.createKey('one', true), before.createKey('two', true)];
    const mine = before.createPlan({ name: 'mine', rateLimit: 2, burstLimit: 120, stages: [STAGE] });
    before.addToPlan('standard', one.id);
    before.addToPlan(mine.id, two.id);
    before.updatePlan(mine.id, { burstLimit: 60 });
    const after = new GatewayRegistry([standard(700)], file);

    expect(after.keys()).toEqual([one, two]);
    expect(after.planOf(one.value, STAGE)).toEqual(standard(700));
    expect(after.planOf(two.value, STAGE)).toEqual({ ...mine, burstLimit: 60 });
  });

  it('stay deleted', () => {
    const before = new GatewayRegistry([standard(500)], file);
    const key = before.createKey('one', true);
    before.addToPlan('standard', key.id);
    before.deleteKey(key.id);

    expect(new GatewayRegistry([standard(500)], file).keys()).toEqual([]);
    expect(readFileSync(file, 'utf8')).not.toContain(key.id);
  });

  it('are stored in one file that only its owner can read, without temporary files', () => {
    new GatewayRegistry([], file).createKey('one', true);

    expect(readdirSync(folder)).toEqual(['gateway.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(() => JSON.parse(readFileSync(file, 'utf8'))).not.toThrow();
  });

  it('are not stored without a file name', () => {
    new GatewayRegistry([]).createKey('one', true);

    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    '',
    '{"keys":',
    'null',
    '{}',
    '{"keys":{},"plans":[],"members":[]}',
    '{"keys":[null],"plans":[],"members":[]}',
  ])('cause an error and keep the file if it is damaged: %j', (content) => {
    writeFileSync(file, content);
    const begin = () => new GatewayRegistry([], file);

    expect(begin).toThrow(LocalSetupError);
    expect(begin).toThrow(file);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('cause an error if the file is not readable', () => {
    mkdirSync(file);

    expect(() => new GatewayRegistry([], file)).toThrow(LocalSetupError);
  });

  it('are unchanged if a change cannot be written', () => {
    const registry = new GatewayRegistry([standard(500)], file);
    const key = registry.createKey('one', true);
    const mine = registry.createPlan({ name: 'mine', rateLimit: 2, burstLimit: 120, stages: [] });
    const before = [registry.keys(), registry.plans()];
    // A folder with the name of the unfinished file prevents writes.
    mkdirSync(`${file}.unfinished`);

    expect(() => registry.createKey('two', true)).toThrow();
    expect(() => registry.deleteKey(key.id)).toThrow();
    expect(() => registry.addToPlan('standard', key.id)).toThrow();
    expect(() => registry.updatePlan(mine.id, { burstLimit: 1 })).toThrow();
    expect(() => registry.deletePlan(mine.id)).toThrow();
    expect([registry.keys(), registry.plans()]).toEqual(before);
    expect(registry.planOf(key.value, STAGE)).toBeUndefined();
    rmSync(`${file}.unfinished`, { recursive: true });
    expect(new GatewayRegistry([standard(500)], file).keys()).toEqual([key]);
  });

  it('are complete after a kill in the middle of a change', () => {
    const key = new GatewayRegistry([], file).createKey('one', true);
    writeFileSync(`${file}.unfinished`, '{"keys":[');

    const after = new GatewayRegistry([], file);
    expect(after.keys()).toEqual([key]);
    const second = after.createKey('two', true);
    expect(new GatewayRegistry([], file).keys()).toEqual([key, second]);
  });

  it('are stored in a folder that does not exist yet', () => {
    const deeper = join(folder, 'a', 'b', 'gateway.json');
    const key = new GatewayRegistry([], deeper).createKey('one', true);

    expect(new GatewayRegistry([], deeper).keys()).toEqual([key]);
  });

  it('can include plans with the same name, and a key can be in plans of different stages', () => {
    const registry = new GatewayRegistry([standard(500)]);
    const key = registry.createKey('one', true);
    const other = registry.createPlan({
      name: 'Standard',
      rateLimit: 3,
      burstLimit: 9,
      stages: ['api1:other'],
    });
    registry.addToPlan('standard', key.id);
    registry.addToPlan(other.id, key.id);

    expect(registry.planOf(key.value, STAGE)?.burstLimit).toBe(500);
    expect(registry.planOf(key.value, 'api1:other')?.burstLimit).toBe(9);
  });

  it('reject a second addition of a key to a plan without stages', () => {
    const registry = new GatewayRegistry([{ ...standard(500), stages: [] }]);
    const key = registry.createKey('one', true);
    registry.addToPlan('standard', key.id);

    expect(() => registry.addToPlan('standard', key.id)).toThrow(/plan/);
  });

  it('return no plan for a disabled key', () => {
    const registry = new GatewayRegistry([standard(500)]);
    const key = registry.createKey('off', false);
    registry.addToPlan('standard', key.id);

    expect(registry.planOf(key.value, STAGE)).toBeUndefined();
  });
});
