import { Component, createElement, type ReactNode } from 'react';

/** An error boundary for a part of the page. It shows a message with a retry button instead, and the rest of the page keeps working. */
export class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const retry = { type: 'button' as const, className: 'link', onClick: () => this.setState({ hasFailed: false }) };
    return createElement(
      'p',
      { className: 'meta', role: 'alert' },
      createElement('span', null, 'Something went wrong in this part of the page. '),
      createElement('button', retry, 'Try again'),
    );
  }
}
