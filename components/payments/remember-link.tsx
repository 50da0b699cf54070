"use client";

import { useEffect } from "react";
import { rememberToken } from "./device-links";

/** Keeps the link on this device, so that the client finds it again; says in the console when cards are off, as the specification asks. */
export function RememberLink({ token, isCardOn }: { token: string; isCardOn: boolean }) {
  useEffect(() => {
    rememberToken(token);
    if (!isCardOn) console.warn("Stripe está desabilitado ou a chave publicável não foi encontrada.");
  }, [token, isCardOn]);
  return null;
}
