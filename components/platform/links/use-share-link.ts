import { whenConfirmed } from "@/components/ui/ask";
import { useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { replaceLinkAction, shareLinkAction } from "@/lib/platform/links/actions";
import type { SharedKind } from "@/lib/platform/links/rules";

type Shared = {
  kind: SharedKind;
  subject: string;
  /** Null when the existing link cannot be shown again: the first click creates a new one. */
  address: string | null;
  /** Site address and locale prefix, which the path from the server is appended to. */
  site: string;
};

/** Copies, opens or replaces a link; creates one first when there is none. */
export function useShareLink({ kind, subject, address, site }: Shared) {
  // A click right after a replacement must use the new link before the component renders again.
  const newest = useRef(address);
  const [shown, setShown] = useState(address);
  const ask = async (action: typeof shareLinkAction): Promise<string | null> => {
    try {
      const { data, serverError } = await action({ kind, subject });
      if (!data) notifyFailure({ serverError: serverError ?? "unexpected" });
      else setShown((newest.current = site + data.path));
      return data ? newest.current : null;
    } catch (error) {
      notifyFailure({ thrownError: error as Error });
      return null;
    }
  };
  const read = async () => newest.current ?? ask(shareLinkAction);
  const copy = async (label: string): Promise<boolean> => {
    const found = await read();
    if (!found) return false;
    try {
      await navigator.clipboard.writeText(found);
      notify({ code: "link.copied", variant: "success" });
    } catch {
      window.prompt(label, found);
    }
    return true;
  };
  // The window is opened in the click handler before any `await`: a popup blocker would block it later.
  const open = async (target: (link: string) => string): Promise<void> => {
    const opened = window.open("", "_blank");
    const found = await read();
    if (!found) return opened?.close();
    if (!opened) return;
    opened.opener = null;
    opened.location.href = target(found);
  };
  const replace = (confirm: string): void =>
    whenConfirmed(confirm, async () => {
      if (await ask(replaceLinkAction)) notify({ code: "link.replaced", variant: "success" });
    });
  return { shown, copy, open, replace };
}
