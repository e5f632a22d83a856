import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type PricingStrategy,
  type PricingStrategyTerms,
  QuotesApiError,
  type ReplacePricingStrategyBody,
} from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { counted } from '../format/numbers.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { EditedStrategy } from './kept-draft.ts';
import { PreviewResult } from './preview-result.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { mergeStrategy, strategyChanges } from './strategy-changes.ts';
import { draftOf, draftTerms, termsOf } from './strategy-draft.ts';
import styles from './strategy-editor.module.css';
import { strategyErrors } from './strategy-errors.ts';
import { StrategyForm } from './strategy-form.tsx';

interface StrategyEditorProps {
  readonly current: PricingStrategy;
  readonly edited: EditedStrategy;
  readonly isChanged: boolean;
  onChange(edited: EditedStrategy): void;
}

const isChangedByOthers = (error: unknown) =>
  error instanceof QuotesApiError && error.code === 'STRATEGY_CHANGED';

/** The form with preview and save. A save succeeds only if the strategy is still the version that the form began with. */
export function StrategyEditor({ current, edited, isChanged, onChange }: StrategyEditorProps) {
  const { client, organization } = useSession();
  const { canWrite } = permissionsOf(organization);
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [note, setNote] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [savedVersion, setSavedVersion] = useState<number>();
  const { base, draft } = edited;
  const errors = strategyErrors(draft);
  const isValid = Object.keys(errors).length === 0;
  const terms = draftTerms(draft);
  const changes = isValid ? strategyChanges(termsOf(base), terms) : [];
  const isConflict = isChanged && current.version !== base.version;

  const preview = useMutation({
    mutationFn: (previewed: PricingStrategyTerms) => client.pricingStrategy.preview(previewed),
    onSuccess: ({ current_version }) => {
      if (current_version !== base.version) void queries.invalidateQueries({ queryKey: ['strategy'] });
    },
  });
  const previewError = useRef<HTMLDivElement>(null);
  // The person can be far above the message.
  useEffect(() => {
    if (preview.error !== null) previewError.current?.focus();
  }, [preview.error]);
  const saving = useMutation({
    mutationFn: (body: ReplacePricingStrategyBody) =>
      client.pricingStrategy.replace(body, { ifVersion: base.version }),
    onSuccess: (saved) => {
      queries.setQueryData(['strategy', 'current'], saved);
      void queries.invalidateQueries({ queryKey: ['strategy', 'history'] });
      onChange({ base: saved, draft: draftOf(termsOf(saved)) });
      setSavedVersion(saved.version);
      setSaving(false);
      setChecked(false);
      setNote('');
      preview.reset();
    },
    onError: (error) => {
      if (!isChangedByOthers(error)) return;
      setSaving(false);
      void queries.invalidateQueries({ queryKey: ['strategy'] });
    },
  });

  const edit = (part: Partial<typeof draft>) => {
    setSavedVersion(undefined);
    // Its messages are at fields that can be different now.
    if (preview.isError) preview.reset();
    onChange({ base, draft: { ...draft, ...part } });
  };
  /** Runs an action with valid values; otherwise shows the errors and moves the focus to the first. */
  const whenValid = (action: () => void) => {
    setChecked(true);
    if (isValid) action();
    else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const discard = () => {
    onChange({ base: current, draft: draftOf(termsOf(current)) });
    setChecked(false);
    preview.reset();
    saving.reset();
  };
  const keep = () => {
    const { terms: merged } = mergeStrategy(termsOf(base), terms, termsOf(current));
    onChange({ base: current, draft: draftOf(merged) });
    preview.reset();
    saving.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    whenValid(() => preview.mutate(terms));
  };
  return (
    <>
      {canWrite ? null : (
        <Notice tone="yellow" title="Not available with this key">
          You can try values and preview them. Saving needs a key that has the right to make changes.
        </Notice>
      )}
      {isConflict ? (
        <ConflictNotice
          base={base}
          current={current}
          conflicts={isValid ? mergeStrategy(termsOf(base), terms, termsOf(current)).conflicts : undefined}
          onKeep={keep}
          onDiscard={discard}
        />
      ) : null}
      <form ref={form} onSubmit={submit} noValidate aria-label="Pricing strategy">
        <StrategyForm
          draft={draft}
          errors={{ ...fieldMessages(preview.error), ...(isChecked || isConflict ? errors : {}) }}
          onChange={edit}
        />
        {preview.isError ? (
          <div ref={previewError} tabIndex={-1} className={styles.message}>
            <ErrorNotice error={preview.error} onRetry={() => whenValid(() => preview.mutate(terms))} />
          </div>
        ) : null}
        {preview.data === undefined ? null : (
          <PreviewResult
            preview={preview.data}
            isOutdated={
              !isValid ||
              preview.variables === undefined ||
              strategyChanges(preview.variables, terms).length > 0
            }
          />
        )}
        <div className={styles.bar}>
          <p className={styles.status} role="status">
            {isConflict
              ? 'Decide above what happens to your changes.'
              : !isValid && isChecked
                ? `${counted(Object.keys(errors).length, 'field')} to correct`
                : isChanged
                  ? isValid
                    ? `${counted(changes.length, 'change')} not saved`
                    : 'Changes not saved'
                  : savedVersion !== undefined
                    ? `Saved as version ${savedVersion}. New quotes use it.`
                    : 'No changes'}
          </p>
          <Group gap="xs">
            {isChanged && !isConflict ? (
              <Button variant="subtle" onClick={discard}>
                Discard
              </Button>
            ) : null}
            <Button
              type="submit"
              variant="default"
              loading={preview.isPending}
              disabled={!isChanged || isConflict}
            >
              Preview
            </Button>
            {canWrite ? (
              <Button
                disabled={!isChanged || isConflict}
                onClick={() =>
                  whenValid(() => {
                    saving.reset();
                    setSaving(true);
                  })
                }
              >
                Save…
              </Button>
            ) : null}
          </Group>
        </div>
      </form>
      <SaveDialog
        isOpen={isSaving}
        version={base.version + 1}
        changes={changes}
        note={note}
        isSaving={saving.isPending}
        error={saving.error}
        onNote={setNote}
        onSave={() => saving.mutate({ ...terms, ...(note.trim() === '' ? {} : { note }) })}
        onClose={() => setSaving(false)}
      />
    </>
  );
}
