import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../shell/dialog.tsx';
import { ErrorNotice } from '../shell/feedback.tsx';
import { Form, type FormProps } from './form.tsx';

interface FormDialogProps<Body> extends Pick<FormProps<Body>, 'nameOf'> {
  readonly opened: boolean;
  readonly title: string;
  /** Of the form, for screen readers. Default: the title. */
  readonly label?: string;
  readonly action: string;
  readonly initial: Body;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
  /** Instead of "Cancel". What it sends, and its error, are those of the form. */
  readonly cancel?: ReactNode | ((send: (body: Body) => void) => ReactNode);
  /** Two columns of fields. */
  readonly isWide?: boolean;
  readonly children: ReactNode | ((body: Body) => ReactNode);
  onClose(): void;
  onSend(body: Body): void;
}

/** A form in a dialog, which begins anew each time that it is opened. */
export const FormDialog = <Body extends object>({ opened, ...props }: FormDialogProps<Body>) => (
  <Dialog
    opened={opened}
    onClose={props.onClose}
    title={props.title}
    size={props.isWide ? 'lg' : 'md'}
    centered={!props.isWide}
  >
    <DialogForm {...props} />
  </Dialog>
);

function DialogForm<Body extends object>(props: Omit<FormDialogProps<Body>, 'opened'>) {
  const { title, label = title, action, initial, saving, cancel = 'Cancel', children } = props;
  const { isWide = false, nameOf, onClose, onSend } = props;
  const [body, setBody] = useState(initial);
  /** What "Try again" sends. */
  const [sent, setSent] = useState<Body>();
  // An error before that is of an earlier dialog.
  const error = sent === undefined ? null : saving.error;
  const send = (next: Body) => {
    setSent(next);
    onSend(next);
  };
  return (
    <Form
      className={isWide ? 'fields' : 'dialog-form'}
      label={label}
      body={body}
      error={error}
      {...(nameOf && { nameOf })}
      onChange={(next) => {
        setBody(next);
        setSent((before) => before && next);
      }}
      onSend={() => send(body)}
    >
      {typeof children === 'function' ? children(body) : children}
      <div className="wide">
        <ErrorNotice error={error} onRetry={() => send(sent ?? body)} />
      </div>
      <Group className="wide" justify="flex-end">
        {typeof cancel === 'string' ? (
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
        ) : typeof cancel === 'function' ? (
          cancel(send)
        ) : (
          cancel
        )}
        <Button type="submit" loading={saving.isPending}>
          {action}
        </Button>
      </Group>
    </Form>
  );
}
