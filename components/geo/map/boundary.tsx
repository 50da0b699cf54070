"use client";

import { Component, type ReactNode } from "react";

/** Error boundary: an error while a map renders must not break the page. */
export class MapBoundary extends Component<{ onFail: () => void; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
