"use client";

import { ask } from "@/components/ui/ask";
import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { cleanSignaturesAction } from "@/lib/commerce/sales/actions";

type Props = {
  texts: Messages["commerce/sales"]["orphans"];
  files: readonly { path: string; size: string; when: string }[];
};

const AT_ONCE = 20;

/** Signature files without a sale: listed first, then deleted in batches with progress. */
export function OrphanSignatures({ texts, files }: Props) {
  const router = useRouter();
  const [done, setDone] = useState<number | null>(null);
  const clean = async () => {
    if (!(await ask(texts.confirm.replace("{count}", String(files.length))))) return;
    setDone(0);
    try {
      for (let from = 0; from < files.length; from += AT_ONCE) {
        const result = await cleanSignaturesAction({
          paths: files.slice(from, from + AT_ONCE).map(({ path }) => path),
        });
        if (!result?.data) {
          notifyFailure(result ?? {});
          break;
        }
        setDone(Math.min(files.length, from + AT_ONCE));
      }
      notify({ code: "system.done", variant: "success" });
    } catch (error) {
      notifyFailure({ thrownError: error as Error });
    }
    setDone(null);
    router.refresh();
  };
  return (
    <section className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <p className="max-w-3xl">{texts.lead}</p>
      {files.length === 0 && (
        <p className="rounded-xl border-2 border-dashed border-line p-6 text-center text-muted">{texts.nothing}</p>
      )}
      {files.length > 0 && (
        <>
          <ul className="grid max-h-96 gap-1 overflow-y-auto text-sm tabular">
            {files.map(({ path, size, when }) => (
              <li key={path} className="flex flex-wrap gap-x-4 border-b border-line py-1">
                <span className="mr-auto wrap-anywhere">{path}</span>
                <span className="text-muted">
                  {size} · {when}
                </span>
              </li>
            ))}
          </ul>
          {done !== null && <ProgressBar label={texts.progress} value={done} max={files.length} />}
          <Button variant="danger" disabled={done !== null} className="w-fit" onClick={() => void clean()}>
            {texts.clean.replace("{count}", String(files.length))}
          </Button>
        </>
      )}
    </section>
  );
}
