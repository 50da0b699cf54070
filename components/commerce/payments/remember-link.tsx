"use client";

import { useEffect } from "react";
import { rememberToken } from "./device-links";

/** Stores the link on this device, so that the client can open it again; logs to the console when card payments are disabled, as the specification requires. */
export function RememberLink({ token, isCardOn }: { token: string; isCardOn: boolean }) {
  useEffect(() => {
    rememberToken(token);
    if (!isCardOn) console.warn("Stripe está desabilitado ou a chave publicável não foi encontrada.");
  }, [token, isCardOn]);
  return null;
}
