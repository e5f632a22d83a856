import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { emptyRule, type RuleDraft } from './rule-draft.ts';
import { MAX_RULES } from './rule-errors.ts';
import { RuleFields } from './rule-fields.tsx';
import styles from './rules-editor.module.css';
import type { FieldErrors } from './strategy-limits.ts';

interface RulesEditorProps {
  readonly rules: readonly RuleDraft[];
  readonly errors: FieldErrors;
  onChange(rules: readonly RuleDraft[]): void;
}

/** The rules of a strategy. Only open rules have fields, because a strategy can have 100 of them. */
export function RulesEditor({ rules, errors, onChange }: RulesEditorProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const hasError = (index: number) =>
    Object.keys(errors).some((field) => field.startsWith(`rules[${index}].`));
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const add = () => {
    const rule = emptyRule();
    setOpen(new Set([...open, rule.id]));
    onChange([...rules, rule]);
  };
  const change = (id: string, part: Partial<RuleDraft>) =>
    onChange(rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)));
  const moveUp = (index: number) => {
    const [before, rule] = [rules[index - 1], rules[index]];
    if (before === undefined || rule === undefined) return;
    onChange([...rules.slice(0, index - 1), rule, before, ...rules.slice(index + 1)]);
  };
  return (
    <>
      {errors.rules === undefined ? null : <p className={styles.error}>{errors.rules}</p>}
      {rules.map((rule, index) => {
        const isOpen = open.has(rule.id) || hasError(index);
        const title = rule.name.trim() || `Rule ${index + 1}`;
        return (
          <fieldset key={rule.id} className={styles.rule}>
            <legend className="hidden-text">{title}</legend>
            <div className={styles.head}>
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={isOpen}
                onClick={() => toggle(rule.id)}
              >
                <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <bdi>{title}</bdi>
              </button>
              <Group gap="xs">
                {index === 0 ? null : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Move ${title} up`}
                    onClick={() => moveUp(index)}
                  >
                    Move up
                  </Button>
                )}
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Remove ${title}`}
                  onClick={() => onChange(rules.filter(({ id }) => id !== rule.id))}
                >
                  Remove
                </Button>
              </Group>
            </div>
            {isOpen ? (
              <RuleFields
                index={index}
                rule={rule}
                errors={errors}
                onChange={(part) => change(rule.id, part)}
              />
            ) : null}
          </fieldset>
        );
      })}
      <Button variant="subtle" size="xs" disabled={rules.length >= MAX_RULES} onClick={add}>
        Add a rule
      </Button>
    </>
  );
}
