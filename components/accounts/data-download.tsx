"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { exportDataAction } from "@/lib/accounts/actions";

function saveFile(name: string, content: unknown) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // Some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function DataDownload({ texts }: { texts: Messages["accounts"]["panel"]["privacy"] }) {
  const hydrated = useHydrated();
  const { execute, isPending } = useAction(exportDataAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => saveFile(texts.file, data),
  });
  return (
    <Button variant="outline" className="w-full justify-self-start sm:w-auto" disabled={!hydrated || isPending} onClick={() => execute()}>
      {isPending ? texts.pending : texts.download}
    </Button>
  );
}
