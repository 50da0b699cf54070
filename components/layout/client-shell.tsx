"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { THEME_KEY } from "@/lib/device-storage/rules";
import { RadioHost } from "../radio/radio-host";
import { FavouritesHost } from "../favourites/favourites-host";
import { PageViews } from "./page-views";
import { ShellBehaviour } from "./shell-behaviour";
import { ToastHost } from "./toast-host";

// The theme is already set by our own script in the head; next-themes' inline script must not run (CSP), so it gets a data type.
const INERT = { type: "application/json" };

/** Client components of every page; the page itself stays server-rendered. */
export function ClientShell({ radio, children }: { radio: boolean; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="dark"
      enableSystem={false}
      storageKey={THEME_KEY}
      scriptProps={INERT}
    >
      {children}
      <ToastHost />
      <PageViews />
      <FavouritesHost />
      <ShellBehaviour />
      {radio && <RadioHost />}
    </ThemeProvider>
  );
}
