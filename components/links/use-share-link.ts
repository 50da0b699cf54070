import { useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/layout/notify";
import { replaceLinkAction, shareLinkAction } from "@/lib/links/actions";
import type { SharedKind } from "@/lib/links/rules";

type Shared = {
  kind: SharedKind;
  subject: string;
  /** Null when the link from before cannot be sent again: the first press makes a new one. */
  address: string | null;
  /** What a path made on the server is appended to: the site and its language. */
  site: string;
};

/** Copies, opens or replaces a link; makes it first when there is none. */
export function useShareLink({ kind, subject, address, site }: Shared) {
  // The press right after a replacement must find the new link before the page is drawn again.
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
  // The window is opened by the press itself, before any wait: a popup blocker would refuse it later.
  const open = async (target: (link: string) => string): Promise<void> => {
    const opened = window.open("", "_blank");
    const found = await read();
    if (!found) return opened?.close();
    if (!opened) return;
    opened.opener = null;
    opened.location.href = target(found);
  };
  const replace = async (confirm: string): Promise<void> => {
    if (!window.confirm(confirm)) return;
    if (await ask(replaceLinkAction)) notify({ code: "link.replaced", variant: "success" });
  };
  return { shown, copy, open, replace };
}
