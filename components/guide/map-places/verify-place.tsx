"use client";

import { useAction } from "next-safe-action/hooks";
import { Button } from "@/components/ui/button";
import { verifyMapPlaceAction } from "@/lib/guide/map-places/actions";

type Texts = Record<"title" | "lead" | "button" | "done" | "already" | "open" | "failed", string>;

/** One step from a map place to a verified place of the guide. */
export function VerifyPlace({ id, texts, recordsPath }: { id: string; texts: Texts; recordsPath: string }) {
  const { execute, isPending, result } = useAction(verifyMapPlaceAction);
  const { data } = result;
  const hasFailed = Boolean(result.serverError) || data?.outcome === "gone";
  const service = data && data.outcome !== "gone" ? data.id : null;
  return (
    <section className="mb-6 rounded-2xl border-2 border-line bg-surface p-4">
      <h2 className="text-2xl">{texts.title}</h2>
      <p className="mt-1 max-w-3xl text-muted">{texts.lead}</p>
      {!service && (
        <Button className="mt-3" disabled={isPending} onClick={() => execute({ id })}>
          {texts.button}
        </Button>
      )}
      <p role="status" className="mt-2 font-semibold empty:hidden">
        {hasFailed ? texts.failed : data?.outcome === "saved" ? texts.done : service ? texts.already : ""}
      </p>
      {service && (
        <a href={`${recordsPath}/${service}`} className="font-semibold text-link underline underline-offset-4">
          {texts.open}
        </a>
      )}
    </section>
  );
}
