"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { THEME_KEY } from "@/lib/platform/device-storage/rules";
import { RadioHost } from "../../guide/radio/radio-host";
import { FavouritesHost } from "../../guide/favourites/favourites-host";
import { AfterLoad } from "./after-load";
import { QuestionHost, type QuestionTexts } from "./question-host";
import { ShellBehaviour } from "./shell-behaviour";
import { ToastHost } from "../../ui/toast-host";

// The theme is already set by our own script in the head; next-themes' inline script must not run (CSP), so it gets a data type.
const INERT = { type: "application/json" };

type ClientShellProps = {
  radio: boolean;
  question: QuestionTexts;
  favouritesFailed: string;
  children: ReactNode;
};

/** Client components of every page; the page itself stays server-rendered. */
export function ClientShell({ radio, question, favouritesFailed, children }: ClientShellProps) {
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
      <QuestionHost {...question} />
      <FavouritesHost failed={favouritesFailed} />
      <ShellBehaviour />
      <AfterLoad />
      {radio && <RadioHost />}
    </ThemeProvider>
  );
}
