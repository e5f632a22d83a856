import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type PricingStrategy,
  type PricingStrategyTerms,
  QuotesApiError,
  type ReplacePricingStrategyBody,
} from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { useSession } from '../api/session.tsx';
import { Form, FormArea } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { counted } from '../format/numbers.ts';
import { ErrorNotice, Notice, TextList } from '../shell/feedback.tsx';
import { Time } from '../shell/page.tsx';
import styles from './strategy.module.css';
import { mergeStrategy, strategyChanges, termsOf } from './strategy-changes.ts';
import { StrategyForm } from './strategy-form.tsx';
import { Author, ChangesList } from './strategy-history.tsx';
import { PreviewResult } from './strategy-preview.tsx';

/** Unsaved input, and the version that it changes. */
export interface EditedStrategy {
  readonly base: PricingStrategy;
  readonly terms: PricingStrategyTerms;
}

interface StrategyEditorProps {
  readonly current: PricingStrategy;
  readonly edited: EditedStrategy;
  onChange(edited: EditedStrategy): void;
}

const isChangedByOthers = (error: unknown) =>
  error instanceof QuotesApiError && error.code === 'STRATEGY_CHANGED';

/** The form with preview and save. A save succeeds only if the strategy is still the version that the form began with. */
export function StrategyEditor({ current, edited, onChange }: StrategyEditorProps) {
  const { client, canWrite } = useSession();
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const { base, terms } = edited;
  const changes = strategyChanges(base, terms);
  const isChanged = changes.length > 0;
  const isConflict = isChanged && current.version !== base.version;

  const preview = useMutation({
    mutationFn: (previewed: PricingStrategyTerms) => client.pricingStrategy.preview(previewed),
    onSuccess: ({ current_version }) => {
      if (current_version !== base.version) void queries.invalidateQueries({ queryKey: ['strategy'] });
    },
  });
  const saving = useMutation({
    mutationFn: (body: ReplacePricingStrategyBody) =>
      client.pricingStrategy.replace(body, { ifVersion: base.version }),
    onSuccess: ({ warnings: _, ...saved }) => {
      queries.setQueryData(['strategy', 'current'], saved);
      void queries.invalidateQueries({ queryKey: ['strategy', 'history'] });
      onChange({ base: saved, terms: termsOf(saved) });
      preview.reset();
    },
    onError: (error) => {
      // The messages are at the fields, behind the dialog.
      if (Object.keys(fieldMessages(error)).length > 0) setSaving(false);
      if (!isChangedByOthers(error)) return;
      setSaving(false);
      void queries.invalidateQueries({ queryKey: ['strategy'] });
    },
  });
  const failed = isSaving || isChangedByOthers(saving.error) ? preview : saving.isError ? saving : preview;
  const begin = (next: EditedStrategy) => {
    onChange(next);
    preview.reset();
    saving.reset();
  };
  const send = () => {
    saving.reset();
    preview.mutate(termsOf(terms));
  };
  const merged = isConflict ? mergeStrategy(base, terms, current) : undefined;
  return (
    <>
      {canWrite ? null : (
        <Notice tone="yellow" title="Not available with this key">
          You can try values and preview them. Saving needs a key that has the right to make changes.
        </Notice>
      )}
      {merged === undefined ? null : (
        <ConflictNotice
          base={base}
          current={current}
          conflicts={merged.conflicts}
          onKeep={() => begin({ base: current, terms: merged.terms })}
          onDiscard={() => begin({ base: current, terms: termsOf(current) })}
        />
      )}
      <Form
        label="Pricing strategy"
        body={terms}
        error={failed.error}
        onChange={(next) => onChange({ base, terms: next })}
        onSend={send}
      >
        <StrategyForm terms={terms} />
        <ErrorNotice error={failed.error} onRetry={failed === preview ? send : () => setSaving(true)} />
        <PlaceWarnings texts={preview.data?.warnings ?? saving.data?.warnings ?? []} />
        {preview.data === undefined ? null : (
          <PreviewResult
            preview={preview.data}
            isOutdated={
              preview.variables === undefined || strategyChanges(preview.variables, terms).length > 0
            }
          />
        )}
        <div className={`spread ${styles.bar}`}>
          <p className="dimmed" role="status">
            {isConflict
              ? 'Decide above what happens to your changes.'
              : isChanged
                ? `${counted(changes.length, 'change')} not saved`
                : saving.isSuccess && saving.data.version === base.version
                  ? `Saved as version ${base.version}. New quotes use it.`
                  : 'No changes'}
          </p>
          <Group gap="xs">
            {isChanged && !isConflict ? (
              <Button variant="subtle" onClick={() => begin({ base: current, terms: termsOf(current) })}>
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
                onClick={() => {
                  saving.reset();
                  setSaving(true);
                }}
              >
                Save…
              </Button>
            ) : null}
          </Group>
        </div>
      </Form>
      <FormDialog<{ readonly note?: string }>
        opened={isSaving}
        title={`Save as version ${base.version + 1}?`}
        action="Save the strategy"
        isWide
        initial={{}}
        onClose={() => setSaving(false)}
        send={({ note }) => saving.mutateAsync({ ...termsOf(terms), ...(note?.trim() && { note }) })}
      >
        <p className="text wide">New quotes use these values at once. Existing quotes keep their price.</p>
        <div className="wide">
          <ChangesList changes={changes} />
        </div>
        <FormArea
          name="note"
          className="wide"
          label="Note"
          description="Why the strategy changes. The history shows the note. Optional."
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      </FormDialog>
    </>
  );
}

/** How the API read places of rules that have namesakes. */
const PlaceWarnings = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.length === 0 ? null : (
    <Notice tone="yellow" title="Check the places of the rules">
      <TextList texts={texts} />
    </Notice>
  );

interface ConflictNoticeProps {
  readonly base: PricingStrategy;
  readonly current: PricingStrategy;
  /** Parts that both persons changed to different values. */
  readonly conflicts: readonly string[];
  onKeep(): void;
  onDiscard(): void;
}

/** Another person saved a version during the input: what changed, and what to do with the own changes. */
function ConflictNotice({ base, current, conflicts, onKeep, onDiscard }: ConflictNoticeProps) {
  const { client } = useSession();
  const newest = useQuery({
    queryKey: ['strategy', 'newest', current.version],
    queryFn: async ({ signal }) =>
      (await client.pricingStrategy.history({ limit: 1 }, { signal })).items.find(
        ({ version }) => version === current.version,
      ) ?? null,
  });
  const changes = strategyChanges(base, current);
  const notice = useRef<HTMLDivElement>(null);
  // The person pressed a button below the form; the notice is above it.
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1} className="focus-target">
      <Notice tone="yellow" title="The strategy was changed during your input" role="alert">
        <p className="text">
          Version {current.version} was saved on <Time value={current.updated_at} />
          {newest.data ? (
            <>
              {' '}
              by <Author id={newest.data.updated_by} />
            </>
          ) : null}
          . You began with version {base.version}. Your changes are not saved.
        </p>
        {newest.data?.note ? (
          <p className="text">
            Note: <bdi>{newest.data.note}</bdi>
          </p>
        ) : null}
        {changes.length === 0 ? (
          <p className="text">Both versions have the same values.</p>
        ) : (
          <ChangesList changes={changes} />
        )}
        <p className="text">
          {conflicts.length === 0
            ? `If you keep your changes, they are applied to version ${current.version}. They do not undo the changes above.`
            : `You changed the same parts: ${conflicts.join(', ')}. If you keep your changes, these parts have your values.`}
        </p>
        <Group gap="xs">
          <Button size="xs" onClick={onKeep}>
            Keep my changes
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard my changes
          </Button>
        </Group>
      </Notice>
    </div>
  );
}
