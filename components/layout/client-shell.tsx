"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { THEME_KEY } from "@/lib/device-storage/rules";
import { RadioHost } from "../radio/radio-host";
import { PageViews } from "./page-views";
import { ShellBehaviour } from "./shell-behaviour";
import { ToastHost } from "./toast-host";

// Our own script in the head has set the theme already; next-themes' inline one must not run (CSP), so it is typed as data.
const INERT = { type: "application/json" };

/** Everything on every page that needs the browser; pages below stay server-rendered. */
export function ClientShell({ radio, children }: { radio: boolean; children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="dark" enableSystem={false} storageKey={THEME_KEY} scriptProps={INERT}>
      {children}
      <ToastHost />
      <PageViews />
      <ShellBehaviour />
      {radio && <RadioHost />}
    </ThemeProvider>
  );
}
