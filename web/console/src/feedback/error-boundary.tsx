import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

interface State {
  readonly error?: unknown;
  readonly failed: boolean;
}

/** Shows an unexpected error of the console, for example a file that did not load, instead of an empty page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <ErrorNotice error={this.state.error} />
        <button type="button" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </>
    );
  }
}
