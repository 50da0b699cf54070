"use client";

import { createContext, use, type ReactNode } from "react";

type ProviderProps<Texts> = { value: Texts; children: ReactNode };

/**
 * The texts of one island: its root, or the server component that renders it, provides them, and every client
 * component below reads them with the hook. `Texts` is the part of the messages that the island shows, because all of
 * it is sent to the browser. `name` is the name of the provider in the error of a component that is rendered without it.
 */
export function createTexts<Texts extends object>(name: string) {
  const Context = createContext<Texts | null>(null);
  function Provider({ value, children }: ProviderProps<Texts>) {
    return <Context value={value}>{children}</Context>;
  }
  function useTexts(): Texts {
    const texts = use(Context);
    if (!texts) throw new Error(`${name} is missing above this component`);
    return texts;
  }
  return { Provider, useTexts };
}
