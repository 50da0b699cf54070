"use client";

import { Component, type ReactNode } from "react";

/** A map that breaks while drawing must not take the page with it. */
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
