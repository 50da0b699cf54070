"use client";

import { useEffect, useState, type ComponentType } from "react";
import { errorMessages, type ErrorMessages } from "@/components/ui/error-messages";
import { notify } from "@/components/ui/notify";
import { PROOF_EVENT } from "@/components/ui/proof";
import type { ProofDialogProps } from "./proof-dialog";

type Loaded = { Dialog: ComponentType<ProofDialogProps>; messages: ErrorMessages };

/** Shows the dialog for re-authentication; its code and texts load with the first request. */
export function ProofHost() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [request, setRequest] = useState<{ retry?: () => void } | null>(null);
  useEffect(() => {
    const ask = (event: Event) => {
      event.preventDefault();
      setRequest({ retry: (event as CustomEvent<(() => void) | undefined>).detail });
      void Promise.all([import("./proof-dialog"), errorMessages()]).then(
        ([{ ProofDialog }, messages]) => setLoaded({ Dialog: ProofDialog, messages }),
        () => notify({ code: "service.unavailable", variant: "destructive" }),
      );
    };
    window.addEventListener(PROOF_EVENT, ask);
    return () => window.removeEventListener(PROOF_EVENT, ask);
  }, []);
  if (!loaded || !request) return null;
  const close = (isProved: boolean) => {
    setRequest(null);
    if (isProved) request.retry?.();
  };
  return <loaded.Dialog messages={loaded.messages} onClose={close} />;
}
