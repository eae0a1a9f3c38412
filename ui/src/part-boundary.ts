import { Component, createElement, type ReactNode } from 'react';
import { Button } from './components/button.tsx';
import { ErrorNote } from './components/error-note.tsx';

/** Keeps what fails in a part of the page to that part: a note with a button that tries again is shown instead of it, and the rest of the page works on. */
export class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const tryAgain = createElement(
      Button,
      { variant: 'line', size: 'small', onClick: () => this.setState({ hasFailed: false }) },
      'Try again',
    );
    return createElement(ErrorNote, null, 'This part of the page stopped working. ', tryAgain);
  }
}
