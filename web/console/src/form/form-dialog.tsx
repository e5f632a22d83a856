import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../shell/dialog.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';
import { Form, type FormProps } from './form.tsx';

interface SendingFormProps<Body> extends Pick<FormProps<Body>, 'label' | 'className'> {
  /** What the form calls a field that the API names. */
  nameOf?(field: string, body: Body): string;
  readonly initial: Body;
  /** Of the button that sends; without one, the form only shows. */
  readonly action: string | undefined;
  /** Before that button. What it sends, and its error, are those of the form. */
  readonly cancel?: ReactNode | ((send: (body: Body) => void, isPending: boolean, body: Body) => ReactNode);
  readonly children: ReactNode | ((body: Body) => ReactNode);
  /** The form is pending until it ends, and shows its error. */
  send(body: Body): PromiseLike<unknown>;
  /** Not called if the form is gone before the end. */
  onSent?(): void;
}

/** A form with its input, its request and the error of this request. */
export function SendingForm<Body extends object>(props: SendingFormProps<Body>) {
  const { initial, action, cancel, nameOf, children, send, onSent, ...form } = props;
  const [body, setBody] = useState(initial);
  /** What "Try again" sends. */
  const [sent, setSent] = useState<Body>();
  const sending = useMutation({ mutationFn: async (next: Body) => await send(next), gcTime: 0 });
  const start = (next: Body) => {
    setSent(next);
    sending.mutate(next, { onSuccess: () => onSent?.() });
  };
  return (
    <Form
      {...form}
      body={body}
      error={sending.error}
      {...(nameOf && { nameOf: (field: string) => nameOf(field, body) })}
      onChange={(next) => {
        setBody(next);
        setSent((before) => before && next);
      }}
      onSend={() => start(body)}
    >
      {typeof children === 'function' ? children(body) : children}
      <div className="wide">
        <ErrorNotice error={sending.error} onRetry={() => start(sent ?? body)} />
      </div>
      {action === undefined ? null : (
        <Group className="wide" justify="flex-end" gap="sm">
          {typeof cancel === 'function' ? cancel(start, sending.isPending, body) : cancel}
          <Button type="submit" loading={sending.isPending}>
            {action}
          </Button>
        </Group>
      )}
    </Form>
  );
}

interface FormDialogProps<Body> extends Omit<SendingFormProps<Body>, 'label' | 'className'> {
  readonly opened: boolean;
  readonly title: string;
  /** Of the form, for screen readers. Default: the title. */
  readonly label?: string;
  /** Two columns of fields. */
  readonly isWide?: boolean;
  /** Whether the person closes the dialog, which shows what was sent. */
  readonly staysOpen?: boolean;
  onClose(): void;
}

/** A form in a dialog. Each opening has its own form: the end of an earlier request does not close it. */
export function FormDialog<Body extends object>(props: FormDialogProps<Body>) {
  const { opened, title, label = title, isWide = false, staysOpen = false, onClose, onSent, ...form } = props;
  const [openings, setOpenings] = useState({ opened, count: 0 });
  if (openings.opened !== opened) setOpenings({ opened, count: openings.count + Number(opened) });
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={isWide ? 'lg' : 'md'} centered={!isWide}>
      <SendingForm
        key={openings.count}
        label={label}
        className={isWide ? 'fields' : 'dialog-form'}
        cancel={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
        {...form}
        onSent={() => {
          if (!staysOpen) onClose();
          onSent?.();
        }}
      />
    </Dialog>
  );
}
